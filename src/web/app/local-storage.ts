/** Values that outlive the tab. A browser that keeps nothing (private mode, blocked storage) reads as empty. */
export const safeLocalStorage = {
	get(key: string): string | null {
		try {
			return localStorage.getItem(key)
		} catch {
			return null
		}
	},
	/** Null removes the value. */
	set(key: string, value: string | null): void {
		try {
			if (value === null) localStorage.removeItem(key)
			else localStorage.setItem(key, value)
		} catch {
			// The page works on for as long as it is open.
		}
	},
}
