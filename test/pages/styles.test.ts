import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededLocation, type DataLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'

let place: DataLocation
let site: SiteProcess

beforeAll(async () => {
	place = await createSeededLocation()
	site = await startProcess(place)
})

afterAll(async () => {
	await site?.stop()
	await place?.[Symbol.asyncDispose]()
})

// The second answer comes from the page cache, and past the framework.
test.each(['/', '/games/1', '/nowhere'])(
	'%s carries its styles in itself, allowed by exactly their hash',
	async (path) => {
		for (const look of ['first', 'second']) {
			const answer = await fetch(site.url + path)
			const html = await answer.text()
			const [style, ...others] = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text = '']) => text)
			expect(others, look).toEqual([])
			expect(style).toContain('@layer')
			const hash = createHash('sha256')
				.update(style ?? '')
				.digest('base64')
			const policy = answer.headers.get('content-security-policy') ?? ''
			expect(policy.split('; ')).toContain(`style-src 'self' 'sha256-${hash}'`)
			// None of these is fetched: they only tell the browser's half what is there
			expect(html).not.toMatch(/<link rel="stylesheet" href/)
			expect(html).toMatch(/<link rel="stylesheet" disabled href/)
		}
	},
)

test('responses that are not pages allow no inline styles and scripts', async () => {
	for (const path of ['/api/games/1', '/robots.txt', '/favicon.svg'])
		expect((await fetch(site.url + path)).headers.get('content-security-policy')).toContain(
			"script-src 'self'; style-src 'self';",
		)
})

test('a page has one inline script in its head, before its styles, allowed by its exact hash', async () => {
	const answer = await fetch(site.url)
	const [head = ''] = (await answer.text()).split('<style>')
	const [script = '', ...others] = [
		...head.matchAll(/<script(?: data-files="[^"]*" data-reads="[^"]*")?>(.*?)<\/script>/gs),
	].map(([, text]) => text)
	expect(others).toEqual([])
	expect(script).toContain('localStorage')
	const hash = createHash('sha256').update(script).digest('base64')
	const policy = answer.headers.get('content-security-policy') ?? ''
	expect(policy.split('; ')).toContain(`script-src 'self' 'sha256-${hash}'`)
})
