import { expect, test } from 'vitest'
import { DateOrders } from './date-order.ts'
import { readDate, readTime, readYear, UNREADABLE_DATE } from './dates.ts'
import { readRating } from './ratings.ts'
import { readMinutes, type TimeFormat } from './times.ts'

test.each([
	['2024-02-09', '2024-02-09'],
	['2024/2/9', '2024-02-09'],
	['2024-02-09 15:54:48', '2024-02-09'],
	['2024-02-09T23:30:00-05:00', '2024-02-09'],
	['2024-02', '2024-02'],
	['2012-00-00', '2012'],
	['2012-05-00', '2012-05'],
	['2010-Q3', '2010'],
	['2010', '2010'],
	['1720396800', '2024-07-08'],
	[1720396800000, '2024-07-08'],
	['25.12.2020', '2020-12-25'],
	['12/25/2020', '2020-12-25'],
	['5/5/2020', '2020-05-05'],
	['25/12/98', '1998-12-25'],
	['Jun 25, 2020 (Europe [EU])', '2020-06-25'],
	['25 June 2020', '2020-06-25'],
	['June 2020', '2020-06'],
	['', null],
	['None', null],
	['--', null],
	['0000-00-00', null],
	['0001-01-01 00:00:00', null],
	[0, null],
	[undefined, null],
	['2023-02-29', UNREADABLE_DATE],
	['2024-13-01', UNREADABLE_DATE],
	['31/31/2020', UNREADABLE_DATE],
	['whenever', UNREADABLE_DATE],
	[{}, UNREADABLE_DATE],
])('the date %j is %j', (text, date) => {
	expect(readDate(text)).toBe(date)
})

test('a date that fits two orders is asked, never guessed', () => {
	expect(readDate('03/04/2020')).toEqual({ year: '2020' })
	expect(readDate('03/04/2020', 'dmy')).toBe('2020-04-03')
	expect(readDate('03/04/2020', 'mdy')).toBe('2020-03-04')
	expect(readDate('03/04/05')).toEqual({ year: null })
	expect(readDate('03/04/05', 'ymd')).toBe('2003-04-05')
	expect(readYear('03/04/2020')).toBe(2020)
	const orders = new DateOrders()
	orders.add('03/04/2020')
	expect([orders.needsOrder, orders.order]).toEqual([true, null])
	orders.add('25/04/2020')
	orders.add('hello')
	expect([orders.needsOrder, orders.order]).toEqual([false, 'dmy'])
	orders.add('04/25/2020')
	expect([orders.needsOrder, orders.order]).toEqual([true, null])
})

test.each([
	['2021-07-18T15:53:49Z', '2021-07-18T15:53:49.000Z'],
	['2024-02-09 15:54:48', '2024-02-09T15:54:48.000Z'],
	['2024-02-09T15:54:48+02:00', '2024-02-09T13:54:48.000Z'],
	['2024-02-09', '2024-02-09'],
	[1720396800, '2024-07-08T00:00:00.000Z'],
	['2024-02', null],
	['None', null],
])('the time %j is %j', (text, time) => {
	expect(readTime(text)).toBe(time)
})

test.each([
	['3.5', 5, 3.5],
	['3,5', 5, 3.5],
	['2.25', 5, 2.5],
	['7', 10, 3.5],
	['7.5', 10, 4],
	['70', 100, 3.5],
	['75', 100, 4],
	['74', 100, 3.5],
	['1', 100, 0.5],
	['8/10', 5, 4],
	['45%', 5, 2.5],
	['0', 10, null],
	['', 10, null],
	['None', 10, null],
	[null, 10, null],
	['11', 10, undefined],
	['-3', 10, undefined],
	['good', 10, undefined],
] as const)('the rating %j out of %d is %j stars', (text, scale, stars) => {
	expect(readRating(text, scale)).toBe(stars)
})

test.each<[unknown, TimeFormat, number | null | undefined]>([
	['3:00:00', 'clock', 180],
	['45:30', 'clock', 46],
	['5400', 'clock', 90],
	['3:30', 'h:mm', 210],
	['3h 00min', 'minutes', 180],
	['1 hour 20 minutes', 'hours', 80],
	['45m', 'hours', 45],
	['2,5', 'hours', 150],
	['12.25', 'hours', 735],
	['90', 'minutes', 90],
	['22500', 'seconds', 375],
	['90', 'seconds', 2],
	['29', 'seconds', null],
	['--', 'clock', null],
	['0', 'minutes', null],
	['', 'hours', null],
	['long', 'hours', undefined],
	['3h and a bit', 'hours', undefined],
	['999999999999', 'hours', undefined],
])('the time %j as %s is %j minutes', (text, format, minutes) => {
	expect(readMinutes(text, format)).toBe(minutes)
})
