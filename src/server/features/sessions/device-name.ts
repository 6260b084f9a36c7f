// The first match wins: many browsers also include the tokens further down.
const BROWSERS = [
	['Edg/', 'Edge'],
	['EdgA/', 'Edge'],
	['EdgiOS/', 'Edge'],
	['OPR/', 'Opera'],
	['OPT/', 'Opera'],
	['Vivaldi/', 'Vivaldi'],
	['SamsungBrowser/', 'Samsung Internet'],
	['DuckDuckGo/', 'DuckDuckGo'],
	['FxiOS/', 'Firefox'],
	['Firefox/', 'Firefox'],
	['CriOS/', 'Chrome'],
	['Chrome/', 'Chrome'],
	['Version/', 'Safari'],
] as const

const SYSTEMS = [
	['iPhone', 'iPhone'],
	['iPad', 'iPad'],
	['Android', 'Android'],
	['CrOS', 'ChromeOS'],
	['Windows', 'Windows'],
	['Macintosh', 'Mac'],
	['Linux', 'Linux'],
] as const

/**
 * Converts a user agent to a short device name, such as `Firefox on Windows`. The name consists of fixed words only: the
 * rest of the user agent is not stored, and a client cannot choose what its device is called.
 */
export function parseDeviceName(userAgent: string): string {
	const find = (names: readonly (readonly [string, string])[]) =>
		names.find(([token]) => userAgent.includes(token))?.[1]
	// The app runs in the system's web view, which reveals nothing more
	const browser = /; wv\)/.test(userAgent) ? 'App' : find(BROWSERS)
	const system = find(SYSTEMS)
	if (system === undefined) return browser ?? 'Unknown device'
	return `${browser ?? 'App'} on ${system}`
}
