import { defineConfig } from '@playwright/test'

/** Each file has a site of its own (test/e2e/site.ts); the browser is the system's, found by scripts/chromium.mjs. */
export default defineConfig({
	testDir: 'test/e2e',
	globalSetup: './test/e2e/prepared-data.ts',
	workers: 2,
	retries: 0,
	forbidOnly: true,
	// generous: a busy machine is no fault of the site
	timeout: 180_000,
	expect: { timeout: 20_000 },
	reporter: [['list'], ['json']],
	use: {
		browserName: 'chromium',
		trace: 'retain-on-failure',
		launchOptions: {
			...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
			args: [
				// Chromium's sandbox refuses to run as root, which is what a container is.
				...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
				'--no-first-run',
			],
		},
	},
	projects: [
		{ name: 'desktop', testIgnore: /mobile\.spec\.ts/, use: { viewport: { width: 1280, height: 800 } } },
		{
			name: 'phone',
			// what does not depend on the width, or needs a keyboard
			testIgnore:
				/(account|cross-origin|keyboard|mobile|passwords|screens|sentences|sessions|settings-account|typed|xss)\.spec\.ts/,
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
		},
		{
			// the app's own pages, which no desktop has
			name: 'app',
			testMatch: /mobile\.spec\.ts/,
			use: { viewport: { width: 412, height: 915 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2.625 },
		},
	],
})
