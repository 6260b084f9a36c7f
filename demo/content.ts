import { readFileSync } from 'node:fs'
import type { Motif } from './portraits/motifs.ts'

/** Somebody invented, with a voice of their own. */
export interface Person {
	username: string
	bio: string
	/** What is drawn on their picture; null: they have none. */
	picture: Motif | null
	/** Days before today on which they joined. */
	joinedDaysAgo: number
	/** Usernames of those whom they follow. */
	follows: readonly string[]
}

/** A review, with what others said to it. */
export interface DemoReview {
	by: string
	/** The game's name in the built-in catalog. */
	game: string
	rating: number
	platform: string
	hours: number | null
	daysAgo: number
	text: string
	/** How many of the others like it, as far as there are so many. */
	likes: number
	comments: readonly (readonly [by: string, text: string])[]
}

/** A list of games. */
export interface DemoList {
	by: string
	title: string
	description: string
	daysAgo: number
	/** Names in the built-in catalog, each with a note or none. */
	games: readonly (readonly [name: string, notes?: string])[]
}

/** What the invented people are and did. */
export interface Content {
	people: readonly Person[]
	reviews: readonly DemoReview[]
	lists: readonly DemoList[]
}

/** Reads the content that comes with the program. */
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

/** The account to try: who is signed in on the pictures of what members see. */
export const MEMBER = 'mira_k'

/** The password of everybody here. */
export const PASSWORD = 'Correct1Horse'
