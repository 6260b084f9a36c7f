import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { compareRequests, type Flatness, type RoundOptions } from './compare.ts'
import { findSubjects } from './read-calls.ts'
import { startServer } from './server-process.ts'

interface Subjects {
	game: number
	author: string
	review: string
	followed: string
	tag: string
}

const CALLS: Readonly<Record<string, (subjects: Subjects) => string>> = {
	'reviews of a game, newest': ({ game }) => `/api/reviews?limit=12&gameId=${game}`,
	'reviews of a game, by rating': ({ game }) => `/api/reviews?limit=12&gameId=${game}&sortBy=rating`,
	'reviews of a game, by likes': ({ game }) => `/api/reviews?limit=12&gameId=${game}&sortBy=likes`,
	'reviews of a game, by views': ({ game }) => `/api/reviews?limit=12&gameId=${game}&sortBy=views`,
	'a game': ({ game }) => `/api/games/${game}`,
	'reviews of a user': ({ author }) => `/api/reviews?limit=12&userId=${author}`,
	'a profile': ({ author }) => `/api/users/${author}`,
	activity: ({ author }) => `/api/reviews/activity?userId=${author}`,
	library: ({ author }) => `/api/library?userId=${author}&limit=12`,
	followers: ({ followed }) => `/api/follows/${followed}/followers?limit=12`,
	'comments of a review': ({ review }) => `/api/comments/review/${review}?limit=12`,
	'lists with a tag': ({ tag }) => `/api/lists?limit=12&tag=${tag}`,
}
/** A page of all of these calls; subjects with fewer rows are no average ones, because their answers are smaller. */
const PAGE = 12
const MOST_TIMES = 1.5

/** Measures how many times as long each read takes for the most popular subject as for the median one of those that fill a page. */
export async function measureSkew(
	db: Db,
	env: Readonly<Record<string, string>>,
	isSelected: (title: string) => boolean,
	rounds: RoundOptions,
	log: (sentence: string) => void,
): Promise<Flatness[]> {
	const figures: Flatness[] = []
	const selected = Object.entries(CALLS)
		.map(([name, toPath]) => ({ title: `most popular against median: ${name}`, toPath }))
		.filter(({ title }) => isSelected(title))
	if (selected.length === 0) return figures
	await using site = await startServer(new URL('../src/main.ts', import.meta.url), env)
	const [median, popular] = [await findMedianSubjects(db), await findPopularSubjects(db)]
	for (const { title, toPath } of selected) {
		log(`${title}…`)
		const [one, other] = [median, popular].map(
			(subjects) => [site, { method: 'GET', path: toPath(subjects), headers: {} }] as const,
		)
		if (one && other) figures.push(await compareRequests(title, MOST_TIMES, [one, other], rounds))
	}
	return figures
}

async function findPopularSubjects(db: Db): Promise<Subjects> {
	const { game, author, review } = await findSubjects(db)
	const { id } = await db
		.selectFrom('user_counts')
		.select('id')
		.orderBy('follower_count', 'desc')
		.limit(1)
		.executeTakeFirstOrThrow()
	return { game, author: author.id, review, followed: id, tag: 'golden' }
}

async function findMedianSubjects(db: Db): Promise<Subjects> {
	const find = async <Id>(table: 'game_counts' | 'user_counts' | 'review_counts', count: RawBuilder<unknown>) => {
		const { rows } = await sql<{ id: Id }>`
			with filling as (select id, ${count} as n from ${sql.table(table)} where ${count} >= ${PAGE})
			select id from filling where n = (select percentile_disc(0.5) within group (order by n) from filling) order by id limit 1`.execute(
			db,
		)
		if (!rows[0]) throw new Error(`No row of ${table} fills a page`)
		return rows[0].id
	}
	return {
		game: await find<number>('game_counts', sql`reviews_total`),
		author: await find<string>('user_counts', sql`review_count`),
		review: await find<string>('review_counts', sql`comment_count`),
		followed: await find<string>('user_counts', sql`follower_count`),
		tag: 'jade',
	}
}
