import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import { distinct, noteOf } from './lines.ts'
import type { ImportedGame, ImportedItem, ImportedReview } from './source.ts'

/** Games and characters that wait for further rows; then the first goes on, and a later row of it is a game of its own. */
const MAX_GAMES = IMPORT_LIMITS.rows
const MAX_CHARS = 32 * 1024 * 1024
/** Characters that a game is counted as, and each play, session or place in a list, besides its texts. */
const GAME_CHARS = 600
const PART_CHARS = 200
const MAX_ERRORS = 20

/**
 * Makes one game of the rows of a game, as far as they are near each other: each a play, a review or a place in a list. Its status
 * is that of the row that was changed, ended or begun last.
 */
export async function* mergeGames(
	items: AsyncIterable<ImportedItem>,
	identify: (game: ImportedGame) => string = (game) => game.key ?? game.title.toLowerCase(),
): AsyncGenerator<ImportedItem> {
	const waiting = new Map<string, Waiting>()
	let chars = 0
	for await (const item of items) {
		if (item.kind !== 'game') {
			yield item
			continue
		}
		const id = identify(item)
		const earlier = waiting.get(id)
		const one = earlier ?? startMerge(item)
		if (earlier) merge(earlier, item)
		else waiting.set(id, one)
		const added = charsOf(item) + (earlier ? 0 : GAME_CHARS)
		one.chars += added
		chars += added
		for (const [first, { game, chars: freed }] of waiting) {
			if (waiting.size <= MAX_GAMES && chars <= MAX_CHARS) break
			waiting.delete(first)
			chars -= freed
			yield game
		}
	}
	for (const { game } of waiting.values()) yield game
}

interface Waiting {
	game: ImportedGame
	chars: number
	lastDay: string
	/** The keys of its plays and sessions: one that comes again is the same. */
	keys: Set<string>
}

function startMerge(game: ImportedGame): Waiting {
	const keys = new Set<string>()
	const plays = withoutKnown(game.plays, keys)
	const sessions = withoutKnown(game.sessions, keys)
	return { game: { ...game, plays, sessions, lists: [...game.lists] }, chars: 0, lastDay: lastDayOf(game), keys }
}

function charsOf({ title, note, review, draft, plays, sessions, lists }: ImportedGame): number {
	const parts = [...plays, ...sessions, ...lists]
	return parts.reduce(
		(sum, part) => sum + PART_CHARS + (part.note?.length ?? 0),
		title.length + (note?.length ?? 0) + (review?.text.length ?? 0) + (draft?.text.length ?? 0),
	)
}

/** Adds a row to a game, in place: a game can have ten thousand sessions. */
function merge(waiting: Waiting, b: ImportedGame): void {
	const { game: a, keys } = waiting
	const lastDay = lastDayOf(b)
	const [earlier, later] = lastDay > waiting.lastDay ? [a, b] : [b, a]
	const other = a.review && b.review && a.review.text !== b.review.text ? b.review.text : null
	if (lastDay > waiting.lastDay) waiting.lastDay = lastDay
	a.plays.push(...withoutKnown(b.plays, keys))
	a.sessions.push(...withoutKnown(b.sessions, keys))
	a.lists.push(...b.lists)
	const note = a.note === b.note && !other ? a.note : noteOf(a.note, b.note, other)
	Object.assign(a, {
		key: a.key ?? b.key,
		releaseYear: a.releaseYear ?? b.releaseYear,
		platforms: distinct([...a.platforms, ...b.platforms]),
		ids: [...a.ids, ...b.ids.filter(({ source, id }) => !a.ids.some((one) => one.source === source && one.id === id))],
		statuses: distinct([...later.statuses, ...earlier.statuses]),
		isWished: a.isWished || b.isWished,
		isLoved: a.isLoved || b.isLoved,
		rating: later.rating ?? earlier.rating,
		platform: later.platform ?? earlier.platform,
		review: mergeReviews(a.review, b.review),
		draft: a.draft ?? b.draft ?? null,
		note,
		addedAt: [a.addedAt, b.addedAt].filter((time) => time !== null).sort()[0] ?? null,
		changedAt:
			[a.changedAt, b.changedAt]
				.filter((time) => time !== null)
				.sort()
				.at(-1) ?? null,
		favorite: a.favorite ?? b.favorite,
		errors: [...a.errors, ...b.errors].slice(0, MAX_ERRORS),
	} satisfies Partial<ImportedGame>)
}

function withoutKnown<T extends { key: string | null }>(things: readonly T[], keys: Set<string>): T[] {
	return things.filter(({ key }) => {
		if (key === null) return true
		const isNew = !keys.has(key)
		keys.add(key)
		return isNew
	})
}

function mergeReviews(a: ImportedReview | null, b: ImportedReview | null): ImportedReview | null {
	if (!a || !b) return a ?? b
	return {
		text: a.text,
		containsSpoilers: a.containsSpoilers || b.containsSpoilers,
		platform: a.platform ?? b.platform,
		hours: a.hours ?? b.hours,
		writtenAt: a.writtenAt ?? b.writtenAt,
		day: a.day ?? b.day ?? null,
		changedAt: a.changedAt ?? b.changedAt ?? null,
	}
}

const lastDayOf = ({ changedAt, plays }: ImportedGame) =>
	[changedAt, ...plays.flatMap(({ startedOn, endedOn }) => [startedOn, endedOn])]
		.filter((day) => day !== null)
		.sort()
		.at(-1) ?? ''
