import type { FeedItem } from '#contract/feed.ts'
import type { LibraryStatus } from '#contract/library-entry.ts'

const VERBS: Readonly<Record<Exclude<LibraryStatus, 'backlog'>, string>> = {
	playing: 'is playing',
	paused: 'paused',
	played: 'played',
	finished: 'finished',
	completed: 'completed',
	abandoned: 'abandoned',
}

/** Says what somebody did with a game, before and after its name: ['finished'], ['added', 'to their backlog']. */
export function describeLog({
	status,
	rating,
	isWished,
	isLoved,
}: NonNullable<FeedItem['log']>): readonly [before: string, after?: string] {
	if (status === 'backlog') return isWished ? ['wants to play'] : ['added', 'to their backlog']
	if (status !== null) return [VERBS[status]]
	if (rating !== null) return ['rated']
	if (isLoved) return ['loves']
	return isWished ? ['wants to play'] : ['added', 'to their library']
}
