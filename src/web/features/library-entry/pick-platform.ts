import type { LibraryEntryDetail } from '#contract/library.ts'

/**
 * Returns the platform that a new play or review of a game starts with: the one that was logged last, else the game's
 * only one, else the `last` one of other games; null if there is none. One that has left the catalog would be refused.
 */
export function pickPlatform(
	{ entry, plays }: Pick<LibraryEntryDetail, 'entry' | 'plays'>,
	platforms: readonly string[],
	last: string | null,
): string | null {
	const [only = null] = platforms.length === 1 ? platforms : []
	const isOffered = (platform: string) => platforms.length === 0 || platforms.includes(platform)
	const logged = [...plays, entry].find((one) => one?.platform && isOffered(one.platform))
	return logged?.platform ?? only ?? platforms.find((platform) => platform === last) ?? null
}
