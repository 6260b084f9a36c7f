import type { FeedItem } from '#contract/feed.ts'
import { localDay } from '#web/app/format.ts'

/** From so many logs in a row by one person on one day they are one entry. */
const FOLDED_FROM = 3
/** As many covers as one entry shows. */
const FOLDED_TO = 12

export type Log = FeedItem & { log: NonNullable<FeedItem['log']> }

/** Groups the logs that one person made in a row on one day, in the reader's time zone; other items are alone. */
export function foldLogs(items: readonly FeedItem[]): (FeedItem | Log[])[] {
	const folded: (FeedItem | Log[])[] = []
	let run: Log[] = []
	const end = () => {
		folded.push(...(run.length < FOLDED_FROM ? run : [run]))
		run = []
	}
	for (const item of items) {
		const last = run.at(-1)
		if (last && !(isLog(item) && isOfSameDay(last, item) && run.length < FOLDED_TO)) end()
		if (isLog(item)) run.push(item)
		else folded.push(item)
	}
	end()
	return folded
}

const isLog = (item: FeedItem): item is Log => item.log !== null

const isOfSameDay = (one: FeedItem, other: FeedItem) =>
	one.user.id === other.user.id && localDay(new Date(one.createdAt)) === localDay(new Date(other.createdAt))
