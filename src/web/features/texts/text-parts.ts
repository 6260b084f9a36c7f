import { findMentionedNames } from '#contract/mentions.ts'
import { HIDDEN_SPAN, splitSpoilers } from '#contract/spoiler-spans.ts'
import { usernameKey } from '#contract/users.ts'

interface User {
	username: string
}

/** Plain words, or a mention as typed with the name of the user whom it links to. */
type Piece = string | { typed: string; username: string }

/** A part of a text as shown: a spoiler, or what is between spoilers. */
export interface ShownPart {
	/** The index at which the part begins in the hidden text, which identifies it also when its span has been sent. */
	position: number
	isSpoiler: boolean
	/** Null for a span that was not sent. */
	pieces: Piece[] | null
}

/** Splits a text into its spoilers and what is between them, and finds the mentions of the given users. */
export function layOutText(text: string, mentions: readonly User[], isHidden: boolean): ShownPart[] {
	return isHidden ? layOutHidden(text, mentions) : layOutSent(text, mentions)
}

function layOutSent(text: string, mentions: readonly User[]): ShownPart[] {
	const links = findLinks(text, mentions)
	let position = 0
	let index = 0
	return splitSpoilers(text).map(({ text: words, isSpoiler }) => {
		const start = isSpoiler ? index + 2 : index
		const part = { position, isSpoiler, pieces: cutPieces(text, start, start + words.length, links) }
		position += isSpoiler ? HIDDEN_SPAN.length : words.length
		index = start + words.length + (isSpoiler ? 2 : 0)
		return part
	})
}

function layOutHidden(text: string, mentions: readonly User[]): ShownPart[] {
	const links = findLinks(text, mentions)
	let position = 0
	return text.split(HIDDEN_SPAN).flatMap((words, number) => {
		const parts: ShownPart[] = []
		if (number > 0) {
			parts.push({ position, isSpoiler: true, pieces: null })
			position += HIDDEN_SPAN.length
		}
		if (words !== '')
			parts.push({ position, isSpoiler: false, pieces: cutPieces(text, position, position + words.length, links) })
		position += words.length
		return parts
	})
}

interface MentionLink {
	index: number
	typed: string
	username: string
}

function findLinks(text: string, mentions: readonly User[]): MentionLink[] {
	if (mentions.length === 0) return []
	const usernames = new Map(mentions.map(({ username }) => [usernameKey(username), username]))
	return findMentionedNames(text).flatMap(({ name, index }) => {
		const username = usernames.get(usernameKey(name))
		return username === undefined ? [] : [{ index, typed: `@${name}`, username }]
	})
}

function cutPieces(text: string, start: number, end: number, links: readonly MentionLink[]): Piece[] {
	const pieces: Piece[] = []
	let from = start
	for (const { index, typed, username } of links) {
		if (index < from || index + typed.length > end) continue
		if (index > from) pieces.push(text.slice(from, index))
		pieces.push({ typed, username })
		from = index + typed.length
	}
	if (from < end) pieces.push(text.slice(from, end))
	return pieces
}
