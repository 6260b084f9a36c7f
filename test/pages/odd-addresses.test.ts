import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededLocation, type DataLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'

let place: DataLocation
let site: SiteProcess

beforeAll(async () => {
	place = await createSeededLocation()
	site = await startProcess(place)
})

afterAll(async () => {
	await site?.stop('SIGKILL')
	await place?.[Symbol.asyncDispose]()
})

test.each([
	...['/%0a', '/games/x/%0D%0A', '/%E2%80%A8', '/feeds/%E2%80%A9'].map((address) => [address, 404] as const),
	...['/%', '/profile/%', '/games/%zz', '/%c0%ae', '/profile/x%', '/apis/%?a=%'].map(
		(address) => [address, 400] as const,
	),
])('%s is a page that does not exist, with the status %i', async (address, status) => {
	const answer = await fetch(`${site.url}${address}`)
	expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
	expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
	expect(await answer.text()).toContain('There is nothing at this address.')
})

test.each(['/api/%', '/api/users/%zz', '/api?a=%', '/api'])('%s is answered with JSON', async (address) => {
	const answer = await fetch(`${site.url}${address}`)
	expect([answer.status >= 400 && answer.status < 500, answer.headers.get('content-type')]).toEqual([
		true,
		'application/json; charset=utf-8',
	])
})

test.each(['/assets/..%5cx', '/assets/%00', '/assets//x', `/assets/${'x'.repeat(5_000)}`])(
	'%s is a file that does not exist',
	async (address) => {
		expect((await fetch(`${site.url}${address}`)).status).toBe(404)
	},
)
