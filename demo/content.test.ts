import { readFileSync } from 'node:fs'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { NewComment } from '#contract/comments.ts'
import { ListInput } from '#contract/lists.ts'
import { findProblems, normalizeInput } from '#contract/problems.ts'
import { ProfileFields } from '#contract/profile.ts'
import { NewReview } from '#contract/review-input.ts'
import { Username } from '#contract/sessions.ts'
import { isReservedUsername } from '#server/features/account/reserved-usernames.ts'
import { type DemoComment, MEMBER, readContent } from './content.ts'
import { motifs } from './portraits/motifs.ts'
import { drawPortrait } from './portraits/portrait.ts'

const { people, reviews, lists } = readContent()
const daysOf = new Map(people.map(({ username, joinedDaysAgo }) => [username, joinedDaysAgo]))
const catalog = readFileSync(new URL('../catalog/games.jsonl', import.meta.url), 'utf8')
	.trimEnd()
	.split('\n')
	.map((line) => JSON.parse(line) as { name: string; platforms: string[] })
const games = Map.groupBy(catalog, ({ name }) => name)
const SOME_ID = '01a1fc87-7c78-728a-a8d7-0e3bba3f5af4'

test('there are as many people, reviews and lists as a site needs to feel alive', () => {
	expect(people.length).toBeGreaterThanOrEqual(60)
	expect(reviews.length).toBeGreaterThanOrEqual(600)
	expect(lists.length).toBeGreaterThanOrEqual(40)
	expect(people.filter(({ picture }) => picture).length).toBeGreaterThan(people.length * 0.75)
	expect(people.filter(({ picture }) => !picture).length).toBeGreaterThan(3)
	expect(daysOf.has(MEMBER)).toBe(true)
})

test('people have names that the site would take, and follow people who are there', () => {
	expect(new Set(people.map(({ username }) => username.toLowerCase())).size).toBe(people.length)
	for (const { username, bio, picture, joinedDaysAgo, follows } of people) {
		expect([username, ...mistakes(Username, username)]).toEqual([username])
		expect([username, isReservedUsername(username)]).toEqual([username, false])
		expect([username, ...mistakes(ProfileFields, { bio })]).toEqual([username])
		expect([username, picture === null || picture in motifs]).toEqual([username, true])
		expect([username, Number.isInteger(joinedDaysAgo) && joinedDaysAgo >= 2]).toEqual([username, true])
		expect([username, ...follows.filter((name) => name === username || !daysOf.has(name))]).toEqual([username])
		expect([username, new Set(follows).size]).toEqual([username, follows.length])
	}
})

test('no two pictures are alike', () => {
	const pictures = people.flatMap(({ username, picture }) => {
		const ground = picture && /<rect [^>]*fill="(#\w+)"/.exec(drawPortrait(username, picture))?.[1]
		return picture ? [`${picture} on ${ground}`] : []
	})
	expect(pictures.filter((picture, place) => pictures.indexOf(picture) !== place)).toEqual([])
})

test('every review is one that the site would take: of a game of the catalog, one a person', () => {
	const seen = new Set<string>()
	for (const { by, game, rating, platform, hours, daysAgo, text, likes, comments } of reviews) {
		const of = `${by} of ${game}`
		expect([of, seen.has(of)]).toEqual([of, false])
		seen.add(of)
		const known = games.get(game)?.filter(({ platforms }) => platforms.includes(platform)) ?? []
		expect([of, platform, known.length]).toEqual([of, platform, 1])
		const body = { gameId: 1, rating, platform, timePlayed: hours, description: text }
		expect([of, ...mistakes(NewReview, body)]).toEqual([of])
		expect([of, 0 <= daysAgo && daysAgo < (daysOf.get(by) ?? 0)]).toEqual([of, true])
		expect([of, Number.isInteger(likes) && likes >= 0]).toEqual([of, true])
		for (const [username = '', content = ''] of comments.flatMap(listWords)) {
			expect([of, username, daysOf.has(username)]).toEqual([of, username, true])
			expect([of, content, ...mistakes(NewComment, { reviewId: SOME_ID, content })]).toEqual([of, content])
		}
	}
})

test('every list is one that the site would take: of games that only one game of the catalog can mean', () => {
	for (const { by, title, description, daysAgo, games: listed, comments = [], tags = [], ...list } of lists) {
		const entries = listed.map(([, notes = ''], gameId) => ({ gameId: gameId + 1, notes }))
		const body = { title, description, games: entries, visibility: list.visibility ?? 'public', tags }
		expect([title, ...mistakes(ListInput, body)]).toEqual([title])
		expect([title, 0 <= daysAgo && daysAgo < (daysOf.get(by) ?? 0)]).toEqual([title, true])
		const names = listed.map(([name]) => name)
		expect([title, ...names.filter((name) => games.get(name)?.length !== 1)]).toEqual([title])
		expect([title, new Set(names).size]).toEqual([title, names.length])
		for (const [username = '', content = ''] of comments.flatMap(listWords)) {
			expect([title, username, daysOf.has(username)]).toEqual([title, username, true])
			expect([title, content, ...mistakes(NewComment, { listId: SOME_ID, content })]).toEqual([title, content])
		}
	}
	expect(new Set(lists.map(({ by, title }) => `${by} ${title}`)).size).toBe(lists.length)
})

/** Lists who says what in a comment and its replies. */
function listWords([by, words, more]: DemoComment): (readonly [by: string, words: string])[] {
	return [[by, words], ...(more?.replies ?? [])]
}

/** What the site would refuse of a value, or keep otherwise. */
function mistakes(schema: TSchema, value: unknown): string[] {
	const kept = normalizeInput(schema, value)
	const found = findProblems(schema, kept).map(({ path, message }) => `${path}: ${message}`)
	return JSON.stringify(kept) === JSON.stringify(value) ? found : [...found, 'is kept otherwise']
}
