import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { exportAccount } from '#contract/export.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { takeAction } from '#contract/moderation.ts'
import { createWishlistAddress, endWishlistAddress, getWishlistAddress } from '#contract/wishlist-calendar.ts'
import { registerAdmin } from '#kit/admin.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { buildCalendar } from './icalendar.ts'

const ORIGIN = 'https://savepoint.example'

/** Parses a calendar strictly, and returns its events. */
function readEvents(text: string) {
	const calendar = new ICAL.Component(ICAL.parse(text))
	expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
	expect(calendar.getFirstPropertyValue('prodid')).toBeTruthy()
	return calendar.getAllSubcomponents('vevent').map((component) => {
		const event = new ICAL.Event(component)
		return {
			uid: event.uid,
			summary: event.summary,
			description: event.description,
			isWholeDay: event.startDate.isDate,
			start: event.startDate.toString(),
			end: event.endDate.toString(),
			stamp: String(component.getFirstPropertyValue('dtstamp')),
			url: component.getFirstPropertyValue('url'),
		}
	})
}

const release = (facts: { id?: number; name?: string; day?: string }) => ({
	id: 7,
	name: 'Outer Wilds',
	day: '2026-12-31',
	platforms: ['PC', 'PlayStation 5'],
	developers: ['Mobius'],
	updated_at: '2026-11-21T12:00:00.123Z',
	...facts,
})

test('a release is an event of one whole day with a lasting id, whatever its name has in it', () => {
	const name =
		'Back\\slash; "Cut, Paste":\r\n日本語のとても長い名前のゲームで折り返しが要る 🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮🎮 \u0007end'
	const text = buildCalendar({ title: 'Savepoint: releases', origin: ORIGIN, releases: [release({ name })] })
	expect(readEvents(text)).toEqual([
		{
			uid: 'game-7@savepoint.example',
			summary: name.replace('\r\n', '\n').replace('\u0007', ''),
			description: 'Mobius\nPC, PlayStation 5',
			isWholeDay: true,
			start: '2026-12-31',
			end: '2027-01-01',
			stamp: '2026-11-21T12:00:00Z',
			url: `${ORIGIN}/games/7`,
		},
	])
	expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
	expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
	for (const line of text.split('\r\n')) {
		expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
		expect(line).toBe(line.toWellFormed())
	}
})

test('a calendar without releases is one all the same', () => {
	const text = buildCalendar({ title: 'Empty', origin: ORIGIN, releases: [] })
	expect(readEvents(text)).toEqual([])
	expect(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents()).toHaveLength(1)
})

const get = (site: TestSite, url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })

test('the calendar has the releases of whole days, narrowed by platform and genre, and unchanged it is a 304', async () => {
	await using site = await startSite({ env: { PUBLIC_URL: ORIGIN } })
	await site.addGame({ name: 'Soon', releaseDate: '2026-12-04', platforms: ['PC'], genres: ['Puzzle'] })
	await site.addGame({ name: 'Later', releaseDate: '2027-03-01', platforms: ['Nintendo Switch'], genres: ['Horror'] })
	await site.addGame({ name: 'Just out', releaseDate: '2026-11-14' })
	for (const releaseDate of ['2026-12', '2026', '2026-11-13', null])
		await site.addGame({ name: `Of ${releaseDate}`, releaseDate })
	const names = async (query: string) =>
		readEvents((await get(site, `/feeds/calendar.ics${query}`)).body).map(({ summary }) => summary)
	expect(await names('')).toEqual(['Just out', 'Soon', 'Later'])
	expect(await names('?platform=PC')).toEqual(['Just out', 'Soon'])
	expect(await names('?platform=PC&platform=nintendo%20switch&genre=Horror')).toEqual(['Later'])
	expect(await names('?genre=None')).toEqual([])
	const first = await get(site, '/feeds/calendar.ics?utm=x')
	expect(first.headers).toMatchObject({
		'content-type': 'text/calendar; charset=utf-8',
		'cache-control': 'public, max-age=0, must-revalidate',
	})
	const again = await get(site, '/feeds/calendar.ics', { 'if-none-match': String(first.headers.etag) })
	expect([again.statusCode, again.body]).toEqual([304, ''])
	const many = Array.from({ length: 50 }, (_, index) => `genre=${index}`).join('&')
	expect((await get(site, `/feeds/calendar.ics?${many}`)).statusCode).toBe(400)
})

async function wish(site: TestSite, player: Player, name: string, releaseDate: string | null): Promise<number> {
	const gameId = await site.addGame({ name, releaseDate })
	await site.call(saveLibraryEntry, { params: { gameId }, body: { isWished: true } }, player)
	return gameId
}

/** Makes an address, and returns its path. */
async function makeAddress(site: TestSite, player: Player): Promise<string> {
	const { url } = await site.call(createWishlistAddress, {}, player)
	expect(url).toMatch(/^https:\/\/savepoint\.example\/feeds\/users\/\w+\/wishlist\.ics\?token=[\w-]{43}$/)
	return url.slice(ORIGIN.length)
}

test('a wishlist has a secret address, which a new one or its owner ends at once', async () => {
	await using site = await startSite({ env: { PUBLIC_URL: ORIGIN } })
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	await wish(site, ann, 'Wished', '2026-12-04')
	await wish(site, ann, 'Some month', '2026-12')
	await wish(site, ann, 'Long ago', '1998-11-21')
	await wish(site, ben, 'Of Ben', '2026-12-04')
	expect(await site.call(getWishlistAddress, {}, ann)).toEqual({ createdAt: null })
	expect(await site.refusal(endWishlistAddress, {}, ann)).toMatchObject({ status: 404, code: 'no_wishlist_calendar' })

	const path = await makeAddress(site, ann)
	const answer = await get(site, path)
	expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' })
	expect(readEvents(answer.body).map(({ summary }) => summary)).toEqual(['Wished'])
	expect((await get(site, path, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
	expect((await get(site, path.replace('/Ann/', '/ann/'))).statusCode).toBe(200)
	for (const wrong of [path.split('?')[0], path.replace('/Ann/', '/Ben/'), `${path}x`, `${path}&token=x`])
		expect([wrong, (await get(site, wrong ?? '')).statusCode]).toEqual([wrong, 404])

	// Nowhere but in the answer
	const token = path.split('token=')[1] ?? ''
	const stored = JSON.stringify(await site.services.db.selectFrom('wishlist_calendars').selectAll().execute())
	const exported = await site.call(exportAccount, {}, ann)
	expect(exported.wishlistCalendar).toEqual(await site.call(getWishlistAddress, {}, ann))
	for (const text of [stored, JSON.stringify(exported)]) expect(text).not.toContain(token)

	const second = await makeAddress(site, ann)
	expect([(await get(site, path)).statusCode, (await get(site, second)).statusCode]).toEqual([404, 200])
	expect(await site.call(endWishlistAddress, {}, ann)).toEqual({ success: true })
	expect((await get(site, second)).statusCode).toBe(404)
	expect(await site.call(getWishlistAddress, {}, ann)).toEqual({ createdAt: null })
})

test('the address of a banned or deleted account stops', async () => {
	await using site = await startSite({ env: { PUBLIC_URL: ORIGIN } })
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const [ofAnn, ofBen] = [await makeAddress(site, ann), await makeAddress(site, ben)]
	const ban = { subject: 'user', subjectId: ann.user.id, action: 'ban', reason: 'spam' } as const
	await site.call(takeAction, { body: ban }, await registerAdmin(site))
	expect((await get(site, ofAnn)).statusCode).toBe(404)
	expect((await get(site, ofBen)).statusCode).toBe(200)
	await site.call(deleteAccount, { body: { password: PASSWORD } }, ben)
	expect((await get(site, ofBen)).statusCode).toBe(404)
})
