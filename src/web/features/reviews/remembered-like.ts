/** What can be liked. */
export interface LikeTarget {
	kind: 'review' | 'comment' | 'list'
	id: string
}

export const REMEMBERED_LIKE = 'likeAfterLogin'

/**
 * Remembers what a visitor pressed to like and is sent to the login for, in this tab. Only a press does so, never an address:
 * a link must not like anything for the person who follows it.
 */
export function rememberLike(target: LikeTarget): void {
	try {
		sessionStorage.setItem(REMEMBERED_LIKE, JSON.stringify(target))
	} catch {
		// Storage is blocked: the person presses again after the login
	}
}
