/** localStorage that never throws. Unavailable storage (private mode, blocked storage) reads as empty. */
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
			// Without storage, state lasts as long as the page is open
		}
	},
	keys(): string[] {
		try {
			return Object.keys(localStorage)
		} catch {
			return []
		}
	},
}
