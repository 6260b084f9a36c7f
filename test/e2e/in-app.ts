import { cp } from 'node:fs/promises'
import { newDataPlace, type SiteProcess, startProcess } from '../process.ts'
import { type OpenIdProvider, startOpenIdProvider } from '../social/openid-provider.ts'
import { type AppFiles, appFiles } from './app-files.ts'
import { inPhone, type Phone, phoneOf } from './phone.ts'
import { test as base } from './site.ts'

interface WorkerFixtures {
	google: OpenIdProvider
	app: { files: AppFiles; site: SiteProcess }
}

/** A test of the app: built for a site that offers Google, its files at another address than the site's, in a phone. */
export const test = base.extend<{ phone: Phone; system: 'android' | 'ios' }, WorkerFixtures>({
	system: ['android', { option: true }],
	google: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
		async ({}, use) => {
			await using provider = await startOpenIdProvider()
			await use(provider)
		},
		{ scope: 'worker' },
	],
	app: [
		async ({ google }, use) => {
			await using files = await appFiles()
			await using place = await newDataPlace()
			const prepared = process.env.PREPARED_DATA
			if (prepared && place.env.DATA_DIR) await cp(prepared, place.env.DATA_DIR, { recursive: true })
			await using site = await startProcess(place, { ...google.env, APP_ORIGINS: files.origin })
			await files.buildFor(site.url)
			await use({ files, site })
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	site: async ({ app }, use) => use(app.site),
	baseURL: async ({ app }, use) => use(app.files.origin),
	phone: [
		async ({ context, page, system }, use) => {
			await inPhone(context, { system })
			await use(phoneOf(page))
		},
		{ auto: true },
	],
})

export { expect } from '@playwright/test'
