import { defineConfig } from '@playwright/test'

/**
 * Journeys in the system's Chromium, found by scripts/chromium.mjs. Every test runs on desktop. Tests tagged `@phone`, which
 * depend on touch or width, also run on phone; tests tagged `@touch` run on phone only. Of the tests on desktop, those tagged
 * `@ci` wait for `.ci/run`.
 */
export default defineConfig({
	testDir: 'test/e2e',
	globalSetup: './test/kit/database-server.ts',
	fullyParallel: true,
	workers: 2,
	retries: 0,
	forbidOnly: true,
	// Generous, so that a busy machine does not fail tests
	timeout: 180_000,
	expect: { timeout: 20_000 },
	reporter: [['list']],
	use: {
		browserName: 'chromium',
		// Tracing every test takes a third more time; enable it with `--trace on`
		trace: 'off',
		contextOptions: { reducedMotion: 'reduce' },
		// Requests that go through a service worker are not those of the page, whose network tests fail and delay
		serviceWorkers: 'block',
		launchOptions: {
			...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
			args: [
				// Chromium's sandbox refuses to run as root, the usual user of a container
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
			// The app's client, which has no desktop version
			name: 'app',
			testMatch: /mobile.*\.spec\.ts/,
			// Each worker builds the app for its site
			workers: 1,
			fullyParallel: false,
			use: { viewport: { width: 412, height: 915 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2.625 },
		},
		{
			name: 'phone',
			// A second worker would cost more than it saves, because each starts a site and a browser
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
