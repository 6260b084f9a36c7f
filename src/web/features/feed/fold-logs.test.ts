import { expect, test } from 'vitest'
import type { FeedItem } from '#contract/feed.ts'
import { foldLogs } from './fold-logs.ts'

const log = { status: null, rating: null, isWished: true, isLoved: false }
const none = { review: null, log: null, list: null, games: [], count: 1 }

/** Items from words such as `ann 12`: who, and at which hour; `ann 12 review` is not a log. */
const items = (...words: string[]): FeedItem[] =>
	words.map((word, id) => {
		const [name = '', hour, kind = 'log'] = word.split(' ')
		const game = { id, name: `Game ${id}`, cover: null, releaseDate: null, developers: [] }
		return {
			...none,
			id: String(id),
			kind: kind === 'log' ? 'log' : 'review',
			user: { id: name, username: name, profilePicture: null },
			createdAt: new Date(2026, 2, 12, Number(hour)).toISOString(),
			...(kind === 'log' && { log: { ...log, game } }),
		}
	})
const fold = (...words: string[]) =>
	foldLogs(items(...words)).map((entry) => (Array.isArray(entry) ? entry.map(({ id }) => id).join() : entry.id))

test('three logs in a row by one person on one day are one entry', () => {
	expect(fold('ann 12', 'ann 11', 'ann 9')).toEqual(['0,1,2'])
	expect(fold('ann 12', 'ann 11')).toEqual(['0', '1'])
})

test('another person, another day and a review end a row of logs', () => {
	expect(fold('ann 12', 'ann 11', 'ben 10', 'ann 9')).toEqual(['0', '1', '2', '3'])
	expect(fold('ann 12', 'ann 11', 'ann 10 review', 'ann 9', 'ann 8', 'ann 7')).toEqual(['0', '1', '2', '3,4,5'])
	expect(fold('ann 2', 'ann 1', 'ann -1', 'ann -2', 'ann -3')).toEqual(['0', '1', '2,3,4'])
})

test('a long row of logs is several entries', () => {
	const twenty = Array.from({ length: 20 }, () => 'ann 12')
	expect(fold(...twenty).map((ids) => ids.split(',').length)).toEqual([12, 8])
})
