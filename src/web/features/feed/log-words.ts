import type { FeedItem } from '#contract/feed.ts'
import type { LibraryStatus } from '#contract/library-entry.ts'

const VERBS: Readonly<Record<LibraryStatus, string>> = {
	backlog: 'has in the backlog',
	playing: 'is playing',
	paused: 'paused',
	played: 'played',
	finished: 'finished',
	completed: 'completed',
	abandoned: 'abandoned',
}

/** Says what somebody did with a game, before its name: 'finished', 'wants to play'. */
export function describeLog({ status, rating, isWished, isLoved }: NonNullable<FeedItem['log']>): string {
	if (status === 'backlog' && isWished) return 'wants to play'
	if (status !== null) return VERBS[status]
	if (rating !== null) return 'rated'
	if (isLoved) return 'loves'
	return isWished ? 'wants to play' : 'logged'
}
