import { UNKNOWN_PLATFORM } from '#contract/reviews.ts'
import { invalid } from '#server/http/errors.ts'

/** Refuses a platform that the game was not released on; any text will do where the catalog knows none. */
export function assertPlatform(platforms: readonly string[], platform: string): void {
	if (platforms.length > 0 && !platforms.includes(platform))
		throw invalid([{ path: 'platform', message: UNKNOWN_PLATFORM }])
}
