import type { Theme } from '#web/app/theme.ts'

/** The phone, as the app's client asks it for what a page cannot do. Whatever cannot be done is not done, and throws. */
export interface Bridge {
	/** `web` where the app's client is looked at in a browser. */
	system: 'android' | 'ios' | 'web'
	/** Opens an address in the system's browser, over the app. */
	openBrowser: (url: string) => Promise<void>
	closeBrowser: () => Promise<void>
	/** The address by which the app was started, null where it was not by one. */
	launchUrl: () => Promise<string | null>
	onUrl: (listener: (url: string) => void) => void
	/** Android's way back, by button or gesture. */
	onBack: (listener: () => void) => void
	/** The app is looked at again. */
	onResume: (listener: () => void) => void
	onKeyboard: (listener: () => void) => void
	/** Leaves the app as it is, in the background. */
	minimize: () => Promise<void>
	/** Clock and signs of the system's bars, so that they can be read on the theme's ground. */
	setSystemBarStyle: (theme: Theme) => Promise<void>
	/** Offers to share; done, too, when whoever was asked changed their mind. */
	share: (page: { title: string; url: string }) => Promise<void>
	shareFile: (name: string, text: string) => Promise<void>
}
