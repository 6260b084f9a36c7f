import { sql } from 'kysely'
import type { LibraryStatus } from '#contract/library-entry.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Db } from '#server/db/tables.ts'

/** What changes in an entry; what is absent stays. */
export interface EntryChanges {
	status?: LibraryStatus | null
	halfStars?: number | null
	isWished?: boolean
	isLoved?: boolean
	platform?: string | null
}

/** `game_not_found` also for a game that was merged into another one. */
export type SaveOutcome = 'saved' | 'game_not_found' | 'library_full' | 'rating_of_review'

/** Changes a user's entry of a game, makes it if needed, and deletes one with nothing left. Without a change nothing is written. */
export async function saveEntry(
	db: Db,
	{ userId, gameId, changes, at }: { userId: string; gameId: number; changes: EntryChanges; at: string },
): Promise<SaveOutcome> {
	const { rows } = await sql<{ outcome: SaveOutcome }>`
		select save_library_entry(${userId}::uuid, ${gameId}::int, ${JSON.stringify(changes)}::jsonb, ${LIMITS.gamesPerLibrary}::int, ${at}::timestamptz) as outcome`.execute(
		db,
	)
	return rows[0]?.outcome ?? 'game_not_found'
}

/** Deletes a user's entry of a game with its plays and sessions, also if there is none. Returns false while there is a review. */
export async function deleteEntry(db: Db, userId: string, gameId: number): Promise<boolean> {
	const { rows } = await sql<{ gone: boolean }>`
		select delete_library_entry(${userId}::uuid, ${gameId}::int) as gone`.execute(db)
	return rows[0]?.gone ?? false
}

/** Locks a user's entry of a game until the transaction ends, and makes it with `status` if there is none. */
export async function openEntry(
	db: Db,
	{ userId, gameId, status, at }: { userId: string; gameId: number; status: LibraryStatus | null; at: string },
): Promise<'open' | 'game_not_found' | 'library_full'> {
	const { rows } = await sql<{ outcome: 'open' | 'game_not_found' | 'library_full' }>`
		select open_library_entry(${userId}::uuid, ${gameId}::int, ${status}::text, ${LIMITS.gamesPerLibrary}::int, ${at}::timestamptz) as outcome`.execute(
		db,
	)
	return rows[0]?.outcome ?? 'game_not_found'
}

/** Sets the status of an entry that the transaction has locked, and logs it for the feed; with undefined only marks the entry as changed. */
export async function touchEntry(
	db: Db,
	{ userId, gameId, status, at }: { userId: string; gameId: number; status: LibraryStatus | undefined; at: string },
): Promise<void> {
	await db
		.updateTable('library_entries')
		.set({ updated_at: at, ...(status && { status }) })
		.where('user_id', '=', userId)
		.where('game_id', '=', gameId)
		.execute()
	if (status)
		await sql`
			select log_entry(${userId}::uuid, ${gameId}::int, ${at}::timestamptz)`.execute(db)
}

/** Finds the platforms of a game; undefined if it does not exist. */
export async function findGamePlatforms(db: Db, gameId: number): Promise<string[] | undefined> {
	const row = await db.selectFrom('games').select('platforms').where('id', '=', gameId).executeTakeFirst()
	return row?.platforms
}
