import type { BrowserContext, Page } from '@playwright/test'

// A simulated phone behind the native interface of Capacitor's script.

type Call = readonly [plugin: string, method: string, options: Record<string, unknown>]

interface PhoneWindow {
	phoneCalls: Call[]
	phoneTells: (event: string, data: unknown) => void
}

const PLUGINS = {
	App: ['getLaunchUrl', 'minimizeApp', 'exitApp'],
	Browser: ['open', 'close'],
	Filesystem: ['writeFile'],
	Keyboard: [],
	Share: ['share'],
	SystemBars: ['setStyle'],
} as const

/** A phone with the app: records the client's plugin calls and emits native events. */
export interface Phone {
	/** Returns the options of all calls of a plugin's method, in order. */
	getCalls: (plugin: keyof typeof PLUGINS, method: string) => Promise<Record<string, unknown>[]>
	/** Emits a native event: `appUrlOpen`, `backButton`, `resume`, `keyboardDidShow`. */
	emit: (event: string, data?: unknown) => Promise<void>
}

/** Simulates a phone for every page of the context, before its scripts run. */
export async function simulatePhone(
	context: BrowserContext,
	{ system, launchUrl = null }: { system: 'android' | 'ios'; launchUrl?: string | null },
): Promise<void> {
	await context.addInitScript(
		([plugins, name, url]) => {
			const phone = window as unknown as PhoneWindow & Record<string, unknown>
			const listeners: [event: string, listener: (data: unknown) => void][] = []
			phone.phoneCalls = []
			phone.phoneTells = (event, data) => {
				for (const [heard, listener] of listeners) if (heard === event) listener(data)
			}
			if (name === 'android') phone.androidBridge = { postMessage() {} }
			else phone.webkit = { messageHandlers: { bridge: { postMessage() {} } } }
			const answers: Record<string, unknown> = {
				getLaunchUrl: url === null ? undefined : { url },
				writeFile: { uri: 'file:///cache/export.json' },
			}
			phone.Capacitor = {
				PluginHeaders: Object.entries(plugins).map(([plugin, methods]) => ({
					name: plugin,
					methods: [
						...methods.map((method) => ({ name: method, rtype: 'promise' })),
						{ name: 'addListener', rtype: 'callback' },
						{ name: 'removeListener', rtype: 'callback' },
					],
				})),
				nativePromise: async (plugin: string, method: string, options: Record<string, unknown> = {}) => {
					phone.phoneCalls.push([plugin, method, options])
					return answers[method]
				},
				nativeCallback: async (
					_plugin: string,
					_method: string,
					{ eventName }: { eventName: string },
					listener: (data: unknown) => void,
				) => {
					listeners.push([eventName, listener])
					return String(listeners.length)
				},
			}
		},
		[PLUGINS as Record<string, readonly string[]>, system, launchUrl] as const,
	)
}

/** Returns the simulated phone of a page. */
export function getPhone(page: Page): Phone {
	return {
		getCalls: (plugin, method) =>
			page.evaluate(
				([ofPlugin, ofMethod]) =>
					(window as unknown as PhoneWindow).phoneCalls
						.filter(([one, other]) => one === ofPlugin && other === ofMethod)
						.map(([, , options]) => options),
				[plugin, method] as const,
			),
		emit: (event, data = {}) =>
			page.evaluate(([name, what]) => (window as unknown as PhoneWindow).phoneTells(name as string, what), [
				event,
				data,
			] as const),
	}
}
