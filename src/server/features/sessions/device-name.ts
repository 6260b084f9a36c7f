// The first that is in the text counts: many browsers also call themselves by the names further down.
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
 * What a browser says of itself in a few words: `Firefox on Windows`. They are always words of ours: what else it says is
 * not kept, and nobody who signs in chooses how their device is called.
 */
export function deviceName(userAgent: string): string {
	const find = (known: readonly (readonly [string, string])[]) => known.find(([part]) => userAgent.includes(part))?.[1]
	// The app's own pages are shown by the system's web view, which says no more
	const browser = /; wv\)/.test(userAgent) ? 'App' : find(BROWSERS)
	const system = find(SYSTEMS)
	if (system === undefined) return browser ?? 'Unknown device'
	return `${browser ?? 'App'} on ${system}`
}
