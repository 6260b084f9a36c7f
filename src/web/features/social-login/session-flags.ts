type Flag = 'oauth_processing' | 'oauth_completed' | 'oauth_error'

/** What a social sign-in remembers for as long as the tab lives. A browser that keeps nothing reads as empty. */
export const sessionFlags = {
	get(flag: Flag): string | null {
		try {
			return sessionStorage.getItem(flag)
		} catch {
			return null
		}
	},
	/** Null removes the flag. */
	set(flag: Flag, value: string | null): void {
		try {
			if (value === null) sessionStorage.removeItem(flag)
			else sessionStorage.setItem(flag, value)
		} catch {
			// The landing works on for as long as it is open.
		}
	},
}
