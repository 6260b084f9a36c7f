import { UNKNOWN_PLATFORM } from '#contract/reviews.ts'
import { invalidInput } from '#server/http/errors.ts'

/**
 * Throws 400 for a platform that the game was not released on. Any text is valid if the catalog lists no platforms, and so is what
 * is stored already, which may have left the catalog (decisions 12b).
 */
export function assertPlatform(platforms: readonly string[], platform: string, stored?: string | null): void {
	if (platforms.length > 0 && !platforms.includes(platform) && platform !== stored)
		throw invalidInput([{ path: 'platform', message: UNKNOWN_PLATFORM }])
}
