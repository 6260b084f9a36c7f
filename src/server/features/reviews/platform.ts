import { UNKNOWN_PLATFORM } from '#contract/reviews.ts'
import { invalidInput } from '#server/http/errors.ts'

/** Throws 400 for a platform that the game was not released on. Any text is valid if the catalog lists no platforms. */
export function assertPlatform(platforms: readonly string[], platform: string): void {
	if (platforms.length > 0 && !platforms.includes(platform))
		throw invalidInput([{ path: 'platform', message: UNKNOWN_PLATFORM }])
}
