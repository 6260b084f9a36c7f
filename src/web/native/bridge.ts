import type { Theme } from '#web/app/theme.ts'

/** The native features that the app's client uses. Methods reject if the phone cannot perform them. */
export interface Bridge {
	/** `web` when the app's client runs in a browser. */
	system: 'android' | 'ios' | 'web'
	/** Opens a URL in the system browser, over the app. */
	openBrowser: (url: string) => Promise<void>
	closeBrowser: () => Promise<void>
	/** The URL that launched the app, null if none did. */
	launchUrl: () => Promise<string | null>
	onUrl: (listener: (url: string) => void) => void
	/** Android's Back, by button or gesture. */
	onBack: (listener: () => void) => void
	/** The app returns to the foreground. */
	onResume: (listener: () => void) => void
	onKeyboard: (listener: () => void) => void
	/** Sends the app to the background. */
	minimize: () => Promise<void>
	/** Sets the color of the clock and icons in the system bars, to contrast with the theme's background. */
	setSystemBarStyle: (theme: Theme) => Promise<void>
	/** Opens the share sheet; also resolves if the user cancels. */
	share: (page: { title: string; url: string }) => Promise<void>
	shareFile: (name: string, file: Blob) => Promise<void>
}
