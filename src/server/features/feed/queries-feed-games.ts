import { sql } from 'kysely'
import type { FeedGame } from '#contract/feed-games.ts'
import type { Db } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'

const MAX_USERS = 50
const ENTRIES_EACH = 12
const GAMES_EACH = 6
const USERS_EACH = 3

/** Lists the games that those whom a reader follows play and want, the games of most of them first. Reads a bounded number of rows. */
export async function listFeedGames(db: Db, readerId: string): Promise<{ playing: FeedGame[]; wanted: FeedGame[] }> {
	const { rows } = await sql<FeedGame & { kind: 'playing' | 'wanted' }>`
		with followed as (
			select c.id from feed_follows(${readerId}) f join user_counts c on c.id = f.followed_id
			order by c.fed_at desc nulls last limit ${sql.lit(MAX_USERS)}
		), entries as (
			select e.*, case when e.status = 'playing' then 'playing' else 'wanted' end as kind
			from followed cross join lateral (
				select user_id, game_id, status, is_wished, updated_at from library_entries where user_id = followed.id
				order by updated_at desc, game_id desc limit ${sql.lit(ENTRIES_EACH)}
			) e
			where e.status = 'playing' or e.is_wished
		), games_of_kind as (
			select kind, game_id, count(*)::int as count, max(updated_at) as latest,
				(array_agg(user_id order by updated_at desc, user_id))[1:${sql.lit(USERS_EACH)}] as user_ids,
				row_number() over (partition by kind order by count(*) desc, max(updated_at) desc, game_id) as place
			from entries group by kind, game_id
		)
		select k.kind, k.count, ${sql.raw(GAME_REF)} as game, array(
			select json_build_object('id', u.id, 'username', u.username, 'profilePicture', u.picture)
			from unnest(k.user_ids) with ordinality as i (id, place) join visible_users(${readerId}) u on u.id = i.id order by i.place
		) as users
		from games_of_kind k join games g on g.id = k.game_id where k.place <= ${sql.lit(GAMES_EACH)} order by k.place`.execute(
		db,
	)
	const of = (kind: 'playing' | 'wanted') =>
		rows.filter((row) => row.kind === kind).map(({ game, count, users }) => ({ game, count, users }))
	return { playing: of('playing'), wanted: of('wanted') }
}
