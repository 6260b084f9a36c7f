import { test as base } from '@playwright/test'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { createSeededLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'
import { countRequests } from './ready.ts'

interface Fixtures {
	/** Fails the test for every error and warning in the browser's console. */
	quietConsole: undefined
	/** Console messages that a test provokes on purpose. */
	expectedNoise: RegExp | null
	isPhone: boolean
}

interface WorkerFixtures {
	site: SiteProcess
	google: OpenIdProvider
	facebook: Facebook
	/** A second site, which offers both and names where else it is; a test that is about it has its address as `baseURL`. */
	providersSite: SiteProcess
}

/** Starts a site on a copy of the data of a first start. */
export async function startSeededSite(env: Record<string, string> = {}): Promise<SiteProcess> {
	const place = await createSeededLocation()
	const site = await startProcess(place, env)
	return {
		...site,
		async [Symbol.asyncDispose]() {
			await site.stop()
			await place[Symbol.asyncDispose]()
		},
	}
}

/**
 * A test in the browser on the real site with the built-in games. A worker's tests share its site, so each registers
 * people of its own and never counts on being alone. A worker starts only what a test asks for, and all tests ask for it
 * here: a file with fixtures of its own for the worker would cost a new one.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
	site: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
		async ({}, use) => {
			await using site = await startSeededSite()
			await use(site)
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	google: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
		async ({}, use) => {
			await using provider = await startOpenIdProvider()
			await use(provider)
		},
		{ scope: 'worker' },
	],
	facebook: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
		async ({}, use) => {
			await using provider = await startFacebook()
			await use(provider)
		},
		{ scope: 'worker' },
	],
	providersSite: [
		async ({ google, facebook }, use) => {
			await using site = await startSeededSite({
				...google.env,
				...facebook.env,
				SOCIAL_LINKS: 'Mastodon=https://example.social/@us, Our forum=https://forum.example/?a=1&b=2',
				LOG_LEVEL: 'info',
			})
			await use(site)
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	baseURL: async ({ site }, use) => use(site.url),
	isPhone: async ({ hasTouch }, use) => use(hasTouch),
	context: async ({ context }, use) => {
		context.on('page', countRequests)
		await use(context)
	},
	expectedNoise: [null, { option: true }],
	quietConsole: [
		async ({ page, expectedNoise }, use) => {
			const said: string[] = []
			page.on('console', (message) => {
				// The browser notes every answer of 400 and more; a page that is not there has such a status, and so has a refusal
				if (message.text().startsWith('Failed to load resource: the server responded with a status of 4')) return
				// What a test aborts itself
				if (message.text() === 'Failed to load resource: net::ERR_FAILED') return
				if (expectedNoise?.test(message.text())) return
				if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
			})
			page.on('pageerror', (error) => {
				if (!expectedNoise?.test(String(error))) said.push(String(error))
			})
			await use(undefined)
			base.expect(said).toEqual([])
		},
		{ auto: true },
	],
})

export { expect } from '@playwright/test'
