import type { SiteProcess } from '#kit/site-process.ts'
import { type AppFiles, serveAppFiles } from './app-files.ts'
import { getPhone, type Phone, simulatePhone } from './phone.ts'
import { test as base, startSeededSite } from './test.ts'

interface WorkerFixtures {
	app: { files: AppFiles; site: SiteProcess }
}

/** A test of the app: built for a site with Google login, served from its own origin, in a simulated phone. */
export const test = base.extend<{ phone: Phone; system: 'android' | 'ios' }, WorkerFixtures>({
	system: ['android', { option: true }],
	app: [
		async ({ google }, use) => {
			await using files = await serveAppFiles()
			await using site = await startSeededSite({ ...google.env, APP_ORIGINS: files.origin })
			await files.buildFor(site.url)
			await use({ files, site })
		},
		{ scope: 'worker', timeout: 120_000 },
	],
	site: [async ({ app }, use) => use({ ...app.site, clientOrigin: app.files.origin }), { scope: 'worker' }],
	baseURL: async ({ app }, use) => use(app.files.origin),
	phone: [
		async ({ context, page, system }, use) => {
			await simulatePhone(context, { system })
			await use(getPhone(page))
		},
		{ auto: true },
	],
})

export { expect } from '@playwright/test'
