import { test as base } from '@playwright/test'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { startSteamServer } from '#kit/peers/steam-server.ts'
import { fact, startWikidataServer, text } from '#kit/peers/wikidata-server.ts'
import { createSeededLocation, type SiteProcess, startProcess } from '#kit/site-process.ts'
import { registerWithRole } from './moderators.ts'
import type { Person } from './people.ts'
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
	/** A second site with both providers, Steam, Wikidata and social links; tests of it use its URL as `baseURL`. */
	providersSite: SiteProcess
	/** A third site, whose admin and settings a test may change; tests of it use its URL as `baseURL`. */
	adminSite: SiteProcess & { admin: Person }
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
 * A browser test on the real site with the built-in games. The tests of a worker share its site, so each registers its own
 * users and must not rely on being alone. Worker fixtures start on demand and are all defined here: a file with its own
 * worker fixtures would cost another worker.
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
			await using steam = await startSteamServer({
				library: [
					{ appid: 504230, name: 'Celeste', playtime_forever: 900, rtime_last_played: 1_600_000_000 },
					{ appid: 700_123, name: 'Harbor of old', playtime_forever: 60 },
				],
				wishlist: [{ appid: 753640, date_added: 1_600_000_000 }],
			})
			await using wikidata = await startWikidataServer({
				items: [
					{
						...{ number: 11, sitelinks: 3, modified: '2026-01-01T00:00:00Z', ids: ['700123'] },
						facts: [fact('name', text('Old Harbor', 'en')), fact('steam', text('700123'))],
					},
				],
			})
			await using site = await startSeededSite({
				...steam.env,
				WIKIDATA_ENDPOINT: wikidata.settings.endpoint,
				CONTACT_EMAIL: 'keeper@example.org',
				...google.env,
				...facebook.env,
				SOCIAL_LINKS: 'Mastodon=https://example.social/@us, Our forum=https://forum.example/?a=1&b=2',
				LOG_LEVEL: 'info',
			})
			await use(site)
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	adminSite: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
		async ({}, use) => {
			await using site = await startSeededSite()
			await use({ ...site, admin: await registerWithRole(site, 'admin') })
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
				// The browser logs every response with a status of 4xx, which missing pages and refusals have
				if (message.text().startsWith('Failed to load resource: the server responded with a status of 4')) return
				// Requests aborted by a test
				if (message.text() === 'Failed to load resource: net::ERR_FAILED') return
				if (message.text() === 'Service Worker registration blocked by Playwright') return
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
