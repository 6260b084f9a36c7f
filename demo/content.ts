import { readFileSync } from 'node:fs'
import type { ListVisibility } from '#contract/lists.ts'
import type { Motif } from './portraits/motifs.ts'

/** An invented user with their own voice. */
export interface Person {
	username: string
	bio: string
	/** The motif of their picture; null for no picture. */
	picture: Motif | null
	/** How many days ago they joined. */
	joinedDaysAgo: number
	/** Usernames of the users they follow. */
	follows: readonly string[]
}

/** A comment with its replies. */
export type DemoComment = readonly [
	by: string,
	text: string,
	more?: { replies?: readonly (readonly [by: string, text: string])[]; spoilers?: boolean },
]

/** A review with its comments. */
export interface DemoReview {
	by: string
	/** The game's name in the built-in catalog. */
	game: string
	rating: number
	platform: string
	hours: number | null
	daysAgo: number
	text: string
	/** The number of likes, limited by the number of other users. */
	likes: number
	comments: readonly DemoComment[]
	/** Whether all of the text may spoil the game. */
	spoilers?: boolean
}

/** A list of games. */
export interface DemoList {
	by: string
	title: string
	description: string
	daysAgo: number
	/** Names in the built-in catalog, each with an optional note. */
	games: readonly (readonly [name: string, notes?: string])[]
	/** True if it is left out, like a public visibility. */
	isRanked?: boolean
	visibility?: ListVisibility
	tags?: readonly string[]
	/** The number of likes, limited by the number of other users. */
	likes?: number
	comments?: readonly DemoComment[]
}

/** The invented users, their reviews and their lists. */
export interface Content {
	people: readonly Person[]
	reviews: readonly DemoReview[]
	lists: readonly DemoList[]
}

/** Reads the demo content. */
export function readContent(): Content {
	return { people: read('people'), reviews: read('reviews'), lists: read('lists') }
}

function read<T>(name: string): T[] {
	const text = readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
	return text
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as T)
}

/** The account to try, also logged in on the screenshots of members' screens. */
export const MEMBER = 'mira_k'

/** Whom that account has blocked and muted. */
export const HIDDEN_BY_MEMBER = { blocked: 'low_forward', muted: 'modlist_marta' }

/** The password of all demo accounts. */
export const PASSWORD = 'Correct1Horse'
