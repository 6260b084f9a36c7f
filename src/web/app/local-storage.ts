/** What the browser refused to store: with blocked or full storage, state lasts as long as the page is open. */
const unstored = new Map<string, string>()

/** localStorage that never throws. */
export const safeLocalStorage = {
	get(key: string): string | null {
		const value = unstored.get(key)
		if (value !== undefined) return value
		try {
			return localStorage.getItem(key)
		} catch {
			return null
		}
	},
	/** Null removes the value. */
	set(key: string, value: string | null): void {
		unstored.delete(key)
		try {
			if (value === null) localStorage.removeItem(key)
			else localStorage.setItem(key, value)
		} catch {
			// Not on the server, which serves everybody
			if (value !== null && typeof document !== 'undefined') unstored.set(key, value)
		}
	},
	keys(): string[] {
		try {
			return [...unstored.keys(), ...Object.keys(localStorage)]
		} catch {
			return [...unstored.keys()]
		}
	},
}
