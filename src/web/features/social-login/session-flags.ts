type Flag = 'oauth_processing' | 'oauth_completed' | 'oauth_error'

/** The flags of a social login, stored for the lifetime of the tab. Blocked storage reads as empty. */
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
			// Storage is blocked: the landing still works while it is open.
		}
	},
}
