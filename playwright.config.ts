import { defineConfig } from '@playwright/test'

/**
 * Journeys in the system's Chromium, found by scripts/chromium.mjs. Every test runs on a computer; those tagged `@phone`
 * depend on touch or width and run on a phone as well, those tagged `@touch` only there.
 */
export default defineConfig({
	testDir: 'test/e2e',
	globalSetup: './test/kit/loaded-data.ts',
	fullyParallel: true,
	workers: 3,
	retries: 0,
	forbidOnly: true,
	// generous: a busy machine is no fault of the site
	timeout: 180_000,
	expect: { timeout: 20_000 },
	reporter: [['list']],
	use: {
		browserName: 'chromium',
		// Recording every test for the sake of a failing one costs a third of the time: ask for it with `--trace on`.
		trace: 'off',
		contextOptions: { reducedMotion: 'reduce' },
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
		{
			// The app's own pages, which no desktop has
			name: 'app',
			testMatch: /mobile.*\.spec\.ts/,
			// Each worker builds the app for its site
			workers: 1,
			fullyParallel: false,
			use: { viewport: { width: 412, height: 915 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2.625 },
		},
		{
			name: 'phone',
			// A second one would cost more than it saves: each starts a site and a browser
			workers: 1,
			testIgnore: /mobile.*\.spec\.ts/,
			grep: /@phone|@touch/,
			use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
		},
		{
			name: 'desktop',
			testIgnore: /mobile.*\.spec\.ts/,
			grepInvert: /@touch/,
			use: { viewport: { width: 1280, height: 800 } },
		},
	],
})
