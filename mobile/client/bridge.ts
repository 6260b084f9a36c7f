import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import { Capacitor, SystemBars, SystemBarsStyle } from '@capacitor/core'
import { Directory, Filesystem } from '@capacitor/filesystem'
import { Keyboard } from '@capacitor/keyboard'
import { Share } from '@capacitor/share'
import type { Bridge } from '../../src/web/native/bridge.ts'

const system = Capacitor.getPlatform()

/** The native bridge, implemented with Capacitor; no other module depends on Capacitor. */
export const bridge: Bridge = {
	system: system === 'android' || system === 'ios' ? system : 'web',
	openBrowser: (url) => Browser.open({ url }),
	closeBrowser: () => Browser.close(),
	launchUrl: async () => (await App.getLaunchUrl())?.url || null,
	onUrl: (listener) => void App.addListener('appUrlOpen', ({ url }) => listener(url)),
	onBack: (listener) => void App.addListener('backButton', listener),
	onResume: (listener) => void App.addListener('resume', listener),
	onKeyboard: (listener) => {
		if (Capacitor.isPluginAvailable('Keyboard')) void Keyboard.addListener('keyboardDidShow', listener)
	},
	minimize: () => App.minimizeApp(),
	// Capacitor names the style after the background, not the text
	setSystemBarStyle: (theme) =>
		SystemBars.setStyle({ style: theme === 'night' ? SystemBarsStyle.Dark : SystemBarsStyle.Light }),
	share: ({ title, url }) => openShareSheet({ title, url }),
	async shareFile(name, file) {
		// Without an encoding the data is Base64 of the bytes, as an archive needs
		const { uri } = await Filesystem.writeFile({
			path: name,
			data: await toBase64(file),
			directory: Directory.Cache,
		})
		await openShareSheet({ files: [uri] })
	},
}

function toBase64(file: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader()
		reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
		reader.onerror = () => reject(reader.error)
		reader.readAsDataURL(file)
	})
}

async function openShareSheet(what: Parameters<typeof Share.share>[0]): Promise<void> {
	try {
		await Share.share(what)
	} catch (error) {
		// Both systems report a cancellation by this word
		if (!/cancel/i.test(String(error))) throw error
	}
}
