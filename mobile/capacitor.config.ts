import type { CapacitorConfig } from '@capacitor/cli'

/** What the native projects are told by `npm run mobile:sync`. The pages are in the app; only their data comes from the site. */
const config: CapacitorConfig = {
	appId: 'app.savepoint',
	appName: 'Savepoint',
	webDir: 'www',
	android: {
		// What the client needs: it is the first to know `light-dark()`
		minWebViewVersion: 123,
	},
	server: {
		// What an older one shows
		errorPath: 'too-old.html',
	},
	ios: {
		contentInset: 'never',
	},
	plugins: {
		// The pages keep clear of the bars themselves; what is left of the screen over the keyboard is the page's
		SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover' },
	},
}

export default config
