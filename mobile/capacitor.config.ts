import type { CapacitorConfig } from '@capacitor/cli'

/** What the native projects are told by `npm run mobile:sync`. The pages are in the app; only their data comes from the site. */
const config: CapacitorConfig = {
	appId: 'app.savepoint',
	appName: 'Savepoint',
	webDir: 'www',
	android: {
		// what the client's code needs (baseline of spring 2023)
		minWebViewVersion: 111,
	},
	ios: {
		contentInset: 'never',
	},
	plugins: {
		// the pages keep clear of the bars themselves; what is left of the screen over the keyboard is the page's
		SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover' },
	},
}

export default config
