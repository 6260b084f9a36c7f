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
		SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover' },
		Keyboard: { resizeOnFullScreen: true },
	},
}

export default config
