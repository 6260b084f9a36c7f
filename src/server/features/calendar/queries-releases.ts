import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

const RECORDED_PER_STATEMENT = sql.lit(500)

/**
 * Records the games that came out in a span of days, unless it is recorded that they came out on that day or later; returns how
 * many. A game that was merged counts as the one that it is now.
 */
export async function recordReleases(db: Db, { from, to }: { from: string; to: string }): Promise<number> {
	const { rows } = await sql`
		insert into game_releases (id, game_id, day)
		select gen_random_uuid(), g.id, g.release_date::date from games g
		where g.release_date is not null and not g.hidden and length(g.release_date) = 10
			and rpad(g.release_date, 10, '~') collate "C" >= ${from} and rpad(g.release_date, 10, '~') collate "C" <= ${to}
			and not exists (
				select from game_releases r
				where r.game_id = any (array(select g.id union all select m.id from merged_games m where m.game_id = g.id))
					and r.day >= g.release_date::date
			)
		order by g.id limit ${RECORDED_PER_STATEMENT}
		on conflict (game_id, day) do nothing returning id`.execute(db)
	return rows.length
}

/** Finds a release of which not everybody has been told. */
export async function findOpenRelease(db: Db): Promise<string | undefined> {
	const { rows } = await sql<{ id: string }>`
		select id from game_releases where finished_at is null order by day, id limit 1`.execute(db)
	return rows[0]?.id
}

/** Locks a release of which not everybody has been told, and returns its present game and who was told last. */
export async function lockRelease(
	db: Db,
	id: string,
): Promise<{ game_id: number; told_up_to: string | null } | undefined> {
	const { rows } = await sql<{ game_id: number; told_up_to: string | null }>`
		select coalesce((select m.game_id from merged_games m where m.id = r.game_id), r.game_id) as game_id, told_up_to
		from game_releases r where id = ${id} and finished_at is null for update of r`.execute(db)
	return rows[0]
}

/**
 * Notifies the next people who have a game on the wishlist, where they want it, and returns them. Those who are banned or being
 * deleted are passed over.
 */
export async function notifyWishers(
	db: Db,
	release: { id: string; gameId: number; after: string | null },
	{ most, at }: { most: number; at: string },
): Promise<string[]> {
	const { rows } = await sql<{ user_id: string }>`
		with wishers as materialized (
			select user_id from library_entries
			where game_id = ${release.gameId} and is_wished and (${release.after}::uuid is null or user_id > ${release.after}::uuid)
			order by user_id limit ${sql.lit(most)}
		), present as materialized (
			select id from users where id in (select user_id from wishers) and deleted_at is null and banned_at is null order by id for key share
		), told as (
			insert into notifications (user_id, kind, target, created_at, on_site, mail_due, push_due, mail_at, digest_at)
			select p.id, 'release', ${release.id}::uuid, ${at}::timestamptz, c.on_site, c.by_mail, c.by_push,
				case when c.by_mail then ${at}::timestamptz end,
				case when c.on_site then next_digest(p.id, c.digest, ${at}::timestamptz) end
			from present p cross join lateral notification_channels(p.id, 'release') c
			where c.on_site or c.by_mail or c.by_push
		)
		select user_id from wishers order by user_id`.execute(db)
	return rows.map(({ user_id }) => user_id)
}

/** Notes how far the people who wished for a release have been told, or that all have been. */
export async function noteTold(
	db: Db,
	id: string,
	{ upTo, finishedAt }: { upTo: string | null; finishedAt: string | null },
): Promise<void> {
	await db
		.updateTable('game_releases')
		.set({ told_up_to: upTo, finished_at: finishedAt })
		.where('id', '=', id)
		.execute()
}

/** Deletes the records of releases before a day, in batches. */
export async function deleteOldReleases(db: Db, before: string): Promise<void> {
	for (;;) {
		const { rows } = await sql`
			delete from game_releases where id in (
				select id from game_releases where day < ${before}::date order by day limit ${RECORDED_PER_STATEMENT}
			) returning id`.execute(db)
		if (rows.length === 0) return
	}
}
