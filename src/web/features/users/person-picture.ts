import { profilePicturePath } from '#contract/share-pictures.ts'
import type { PublicUser } from '#contract/users.ts'
import { formatMonth, pluralize } from '#web/app/format.ts'
import type { PagePicture } from '#web/app/head-tags.ts'

/** Says how long a user has been here and how much they do. */
export function describePerson({ username, memberSince, reviewCount, listCount, followerCount }: PublicUser): string {
	const counts = [pluralize(reviewCount, 'review'), pluralize(listCount, 'list'), pluralize(followerCount, 'follower')]
	// The month in UTC, as in the picture
	return `${username} on Savepoint since ${formatMonth(memberSince)}: ${counts.join(', ')}.`
}

/** The picture that stands for the pages of a user where their links are shared; none until the user is loaded. */
export function personPicture(user: PublicUser | { username: string }): { picture?: PagePicture } {
	return 'memberSince' in user ? { picture: { path: profilePicturePath(user), alt: describePerson(user) } } : {}
}
