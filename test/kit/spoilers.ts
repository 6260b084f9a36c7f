import { createComment } from '#contract/comments.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { follow } from '#contract/follows.ts'
import { createList } from '#contract/lists.ts'
import { createPlay } from '#contract/plays.ts'
import { createReview, likeReview } from '#contract/reviews.ts'
import type { Input, ResponseBody } from '#web/app/api-client.ts'

/** Calls an endpoint as one of the people. */
export type CallAs<Name extends string> = <E extends Endpoint>(
	name: Name,
	endpoint: E,
	input: Input<E>,
) => Promise<ResponseBody<E>>

/** The hidden words, by where they stand. Each begins alike, so that one search finds them all. */
export const HIDDEN = {
	review: 'hushreview',
	span: 'hushspan',
	comment: 'hushcomment',
	aside: 'hushaside',
	reply: 'hushreply',
	list: 'hushlist',
	note: 'hushnote',
	listComment: 'hushlistcomment',
	mention: 'hushmention',
} as const
export type HiddenWord = keyof typeof HIDDEN

const WORDS = Object.keys(HIDDEN) as HiddenWord[]

/** Returns where the hidden words of a text stand. */
export function findHiddenWords(text: string): HiddenWord[] {
	const found = new Set(text.match(/hush[a-z]+/g))
	return WORDS.filter((word) => found.has(HIDDEN[word]))
}

/**
 * Writes a text with spoilers of two games in every place that people write in, as `author`, whom the readers follow; `host`
 * has a review that everyone comments on.
 */
export async function writeSpoilers<Reader extends string>(
	callAs: CallAs<Reader | 'author' | 'host'>,
	readers: readonly Reader[],
	people: Readonly<Record<'author', { id: string }> & Record<Reader, { username: string }>>,
	games: { id: number; platform: string }[],
) {
	const [first, second] = games
	if (!first || !second) throw new Error('There are two games')
	for (const reader of readers) await callAs(reader, follow, { body: { followedId: people.author.id } })
	const review = (name: 'author' | 'host', game: typeof first, description: string, containsSpoilers = false) =>
		callAs(name, createReview, {
			body: { gameId: game.id, rating: 5, platform: game.platform, description, containsSpoilers },
		})
	const flagged = await review('author', first, `All of it is ${HIDDEN.review}. That is that.`, true)
	const spanned = await review('author', second, `Calm words ||and ${HIDDEN.span} inside|| again.`)
	const hosted = await review('host', first, 'Nothing that would spoil it.')
	for (const { id } of [flagged, spanned]) await callAs('host', likeReview, { params: { id } })
	const ended = { endedOn: '2026-11-20', outcome: 'finished', minutes: 600 } as const
	await callAs('author', createPlay, { params: { gameId: first.id }, body: ended })
	const on = { reviewId: hosted.id }
	await callAs('author', createComment, { body: { ...on, content: HIDDEN.comment, containsSpoilers: true } })
	await callAs('author', createComment, { body: { ...on, content: `Look ||${HIDDEN.aside}|| there.` } })
	const items = [{ gameId: first.id, notes: `Here ||${HIDDEN.note}|| too.` }]
	const listBody = { title: 'Lovely', description: `Lovely ||${HIDDEN.list}|| games`, games: items }
	const list = await callAs('author', createList, { body: listBody })
	const onList = { listId: list.id, content: HIDDEN.listComment, containsSpoilers: true }
	await callAs('author', createComment, { body: onList })
	const names = readers.map((reader) => `@${people[reader].username}`).join(' ')
	await callAs('author', createComment, { body: { listId: list.id, content: `${names} ||${HIDDEN.mention}||` } })
	const roots: Partial<Record<Reader, string>> = {}
	for (const reader of readers) {
		const root = await callAs(reader, createComment, { body: { ...on, content: 'What do you think?' } })
		roots[reader] = root.id
		const reply = { ...on, parentId: root.id, content: `Hm: ${HIDDEN.reply}`, containsSpoilers: true }
		await callAs('author', createComment, { body: reply })
	}
	return { flagged: flagged.id, spanned: spanned.id, hosted: hosted.id, list: list.id, roots }
}
