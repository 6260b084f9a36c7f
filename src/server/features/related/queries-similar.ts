import { type RawBuilder, sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import { MAX_RELATED } from '#contract/related.ts'
import type { Db } from '#server/db/tables.ts'
import { BLOCK_BITS, BLOCK_SIZE, NO_BITS } from '#server/features/browse/queries-filters.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'
import type { RelatedFacts } from './queries.ts'

/** Of more genres, studios or modes of a game the first ones count. */
export const MAX_FACTS = 6
/** A studio says as much as so many genres: people look for its other games. */
const STUDIO = 2
/** So few games with equally many shared facts are sorted. With more of them, the order by rating is followed. */
const MAX_SORTED = 1_000
/** How far it is followed, first where games are rated, then where they are not. */
const MAX_FOLLOWED = 20_000
/** More games than any studio has made. */
const MAX_MADE = 5_000
/** Bits that are looked at together, because most are 0 where few match. */
const WORD_BITS = 16

const most = sql.lit(MAX_RELATED)
const fold = (values: readonly string[]) => [...new Set(values.map((value) => value.toLowerCase()))].slice(0, MAX_FACTS)

export interface SimilarRow {
	game: GameRef
	genres: string[]
	developers: string[]
	game_modes: string[]
}

/**
 * Lists the games that share most with one, without those of `left`: a point for each genre that both have, two for a studio. Of as
 * many points those first that have all of its modes, then the best rated. Counts in bits of all games at once (decision 73), so
 * that the cost depends neither on how many share something nor on how many facts there are.
 */
export async function listSimilar(db: Db, game: RelatedFacts, left: readonly number[]): Promise<SimilarRow[]> {
	const [genres, studios, modes] = [fold(game.genres), fold(game.developers), fold(game.game_modes)]
	const facts = [
		...genres.map((genre) => ({
			points: 1,
			blocks: sql`select block, bits from game_bits where facet = 'genre' and value = ${genre}`,
		})),
		...(studios.length > 0
			? [
					{
						points: STUDIO,
						blocks: toBits(
							sql`select id from games where folded_names(developers) && folded_names(${studios}::text[]) limit ${sql.lit(MAX_MADE)}`,
						),
					},
				]
			: []),
	]
	const total = facts.reduce((sum, { points }) => sum + points, 0)
	if (total === 0) return []
	const { rows } = await sql<SimilarRow>`
		with of_left as materialized (${toBits(sql`select unnest(${[game.id, ...left]}::int[]) as id`)}),
		of_modes as materialized (
			select block, bit_and(bits) as bits from game_bits where facet = 'mode' and value = any(${modes}::text[])
			group by block having count(*) = ${modes.length}::int
		),
		${sql.join(countPoints(facts, total))},
		classes as materialized (
			select c.class, s.block, c.bits from ${sql.ref(`points_${facts.length}`)} s left join of_modes m on m.block = s.block
			cross join lateral (values ${listClasses(total)}) c (class, bits) where bit_count(c.bits) > 0
		),
		sizes as (select class, sum(bit_count(bits))::int as n from classes group by class),
		-- The best classes, until they have enough
		chosen as materialized (
			select class, n from (select class, n, sum(n) over (order by class desc) - n as before from sizes) s where before < ${most}
		),
		few_bits as materialized (
			select c.block, bit_or(c.bits) as bits from classes c join chosen s on s.class = c.class where s.n <= ${sql.lit(MAX_SORTED)} group by 1
		),
		few as materialized (
			select (b.block << ${sql.lit(BLOCK_BITS)}) + place as id, b.block, place
			from few_bits b cross join generate_series(0, ${sql.lit(BLOCK_SIZE - 1)}, ${sql.lit(WORD_BITS)}) word
			cross join lateral generate_series(word, word + ${sql.lit(WORD_BITS - 1)}) place
			where bit_count(substring(b.bits from word + 1 for ${sql.lit(WORD_BITS)})) > 0 and get_bit(b.bits, place) = 1
		),
		-- Only the last of them can be large
		many as materialized (
			select max(c.class) as class, (max(n.block) + 1) << ${sql.lit(BLOCK_BITS)} as size,
				string_agg(coalesce(c.bits, ${NO_BITS})::text, '' order by n.block)::bit varying as bits
			from (select class from chosen where n > ${sql.lit(MAX_SORTED)}) s
			cross join generate_series(0, (select max(block) from classes)) n (block)
			left join classes c on c.class = s.class and c.block = n.block
		),
		ranked as (
			(select c.class, r.* from few f join classes c on c.block = f.block and get_bit(c.bits, f.place) = 1
				cross join lateral (select ${ORDER} from browsed_games where id = f.id offset 0) r)
			union all
			${follow(sql`by_score is not null`, sql`by_score, by_prominence, name_key, id`)}
			union all
			${follow(sql`by_score is null`, sql`by_prominence, name_key, id`)}
		)
		select ${sql.raw(GAME_REF)} as game, g.genres, g.developers, g.game_modes
		from (select * from ranked order by class desc, ${ORDER} limit ${most}) r join games g on g.id = r.id
		where not g.hidden order by r.class desc, r.by_score, r.by_prominence, r.name_key, r.id`.execute(db)
	return rows
}

/** As `browsed_games` is ordered by rating: the unrated ones last, because null is. */
const ORDER = sql`by_score, by_prominence, name_key, id`

const toBits = (ids: RawBuilder<unknown>) => sql`
	select id >> ${sql.lit(BLOCK_BITS)} as block, bit_or(set_bit(${NO_BITS}, id & ${sql.lit(BLOCK_SIZE - 1)}, 1)) as bits from (${ids}) ids group by 1`

/**
 * CTEs, one for each fact and before them one without any: in `at_n` of each block are the games that have `n` points or more by then.
 */
function countPoints(facts: readonly { points: number; blocks: RawBuilder<unknown> }[], total: number) {
	const at = (points: number) => sql.ref(`s.at_${Math.max(points, 0)}`)
	const levels = Array.from({ length: total }, (_, index) => index + 1)
	const none = sql`points_0 as materialized (
		select a.block, a.bits & ~coalesce(l.bits, ${NO_BITS}) as at_0, ${sql.join(levels.map((n) => sql`${NO_BITS} as ${sql.ref(`at_${n}`)}`))}
		from game_bits a left join of_left l on l.block = a.block where a.facet = 'all' and a.value = '')`
	const steps = facts.map(
		({ points, blocks }, index) => sql`${sql.ref(`points_${index + 1}`)} as materialized (
			select s.block, s.at_0, ${sql.join(
				levels.map((n) => sql`${at(n)} | (${at(n - points)} & coalesce(f.bits, ${NO_BITS})) as ${sql.ref(`at_${n}`)}`),
			)}
			from ${sql.ref(`points_${index}`)} s left join (${blocks}) f on f.block = s.block)`,
	)
	return [none, ...steps]
}

/** The games of each number of points, and apart from them those that have all modes as well, as a class above. */
function listClasses(total: number): RawBuilder<unknown> {
	return sql.join(
		Array.from({ length: total }, (_, index) => index + 1).flatMap((points) => {
			const at = sql.ref(`s.at_${points}`)
			const exactly = points === total ? at : sql`${at} & ~${sql.ref(`s.at_${points + 1}`)}`
			const modes = sql`coalesce(m.bits, ${NO_BITS})`
			return [
				sql`(${sql.lit(2 * points)}, ${exactly} & ~${modes})`,
				sql`(${sql.lit(2 * points + 1)}, ${exactly} & ${modes})`,
			]
		}),
	)
}

/** The first games of the large class in a part of the order. */
function follow(condition: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> {
	return sql`(select (select class from many), ${sql.raw('r.by_score, r.by_prominence, r.name_key, r.id')} from (
			select ${ORDER} from browsed_games
			where ${condition} and (select size from many) > 0 order by ${order} limit ${sql.lit(MAX_FOLLOWED)}
		) r
		where case when r.id < (select size from many) then get_bit((select bits from many), r.id) = 1 else false end
		order by ${order} limit ${most})`
}
