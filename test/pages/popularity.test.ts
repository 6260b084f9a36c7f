import { afterAll, expect, test } from 'vitest'
import { RANKING_ORDER, RECORDED_DAYS, RECORDED_PLACES, WINDOW_DAYS } from '#contract/popularity.ts'
import { createSeededLocation, startProcess } from '#kit/site-process.ts'

const place = await createSeededLocation()
const site = await startProcess(place)
afterAll(async () => {
	await site.stop()
	await place[Symbol.asyncDispose]()
})

/** How the page says each word of the formula. */
const SAID: Readonly<Record<string, readonly string[]>> = {
	reviews: ['Rw, reviews written in the period, most first'],
	ratings: ['n, ratings, with or without a review, most first'],
	prominence: ['p, how well known the catalog says it is, most first'],
	engagements: ['Ew, likes and comments received in the period, most first'],
	impressions: [
		'Sw, times it was seen in the period, most first',
		'Sw, times their reviews were seen in the period, most first',
	],
	newest: ['the time of writing, newest first'],
	followers: ['f, followers, most first'],
	name: ['the name, in order'],
}

const FORMULAS = { games: '(Rw, n, p)(x)', reviews: '(Ew, Sw)(x)', users: '(Sw, f)(x)' } as const

async function readText(address: string): Promise<{ status: number; html: string; text: string }> {
	const answer = await fetch(`${site.url}${address}`)
	const html = (await answer.text()).replaceAll('<!-- -->', '')
	const text = html.replaceAll(/<[^>]+>/g, '').replaceAll('&gt;', '>')
	return { status: answer.status, html, text }
}

test('the page says the formula of the code: its words in their order, its days and its numbers', async () => {
	const { status, html, text } = await readText('/popularity')
	expect(status).toBe(200)
	const lists = [...html.matchAll(/<ol class="[^"]*">(?:<li>.*?<\/li>)+<\/ol>/g)].map(([list]) =>
		[...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = '']) => item.replaceAll(/<[^>]+>/g, '')),
	)
	for (const [subject, words] of Object.entries(RANKING_ORDER)) {
		const said = lists.filter(
			(list) => list.length === words.length && words.every((word, n) => SAID[word]?.includes(list[n] ?? '')),
		)
		expect([subject, said.length]).toEqual([subject, 1])
		expect(text).toContain(FORMULAS[subject as keyof typeof FORMULAS])
	}
	const { week, month, year } = WINDOW_DAYS
	expect(text).toContain(
		`This Week means the last ${week} days, This Month the last ${month}, This Year the last ${year}`,
	)
	expect(text).toContain(`w = ${week}, ${month} or ${year}`)
	expect(text).toContain('Rw = r0 + r1 + … + rw−1')
	expect(text).toContain(
		`the first ${RECORDED_PLACES} places of each ranking are recorded as they are, and kept for ${RECORDED_DAYS} days`,
	)
})

test('the page shows the ranking of its address, and answers as the API where there is none', async () => {
	const { html } = await readText('/popularity?period=month')
	const fields = [...html.matchAll(/<input [^>]*>/g)].map(([field]) => field)
	expect(fields.filter((field) => field.includes('type="date"') && field.includes('name="asOf"'))).toHaveLength(1)
	expect(/<a [^>]*aria-current="true"[^>]*>This Month<\/a>/.test(html)).toBe(true)
	const past = await readText('/popularity?asOf=2001-01-01')
	expect([past.status, past.text]).toEqual([404, expect.stringContaining('The rankings of this day weren’t kept')])
	const future = await readText('/popularity?asOf=2999-01-01')
	expect([future.status, future.text]).toEqual([400, expect.stringContaining('The day cannot be in the future')])
	const odd = await readText('/popularity?asOf=%3Cb%3E&period=ever')
	expect([odd.status, odd.text]).toEqual([400, expect.stringContaining('Please enter a day like')])
})
