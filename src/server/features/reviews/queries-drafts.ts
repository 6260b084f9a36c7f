import { sql } from 'kysely'
import type { GameRef } from '#contract/game-ref.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Row, Tx } from '#server/db/tables.ts'
import { GAME_REF } from '#server/features/library-entry/queries.ts'

const DELETE_BATCH_SIZE = 500
const COLUMNS = sql`half_stars, platform, time_played, description, contains_spoilers, version, device, updated_at`

export type DraftRow = Omit<Row<'review_drafts'>, 'user_id' | 'game_id'>

/** What a caller saves as their draft of a review of a game. */
export interface DraftContent {
	userId: string
	/** The session whose device the draft is from. */
	sessionId: string
	gameId: number
	rating: number | null
	platform: string | null
	timePlayed: number | null
	description: string
	containsSpoilers: boolean
	at: string
}

export async function findDraft(db: Db, userId: string, gameId: number): Promise<DraftRow | undefined> {
	const { rows } = await sql<DraftRow>`
		select ${COLUMNS} from review_drafts where user_id = ${userId} and game_id = ${gameId}`.execute(db)
	return rows[0]
}

/** Lists a user's drafts with their games, last changed first. */
export async function listDrafts(
	db: Db,
	userId: string,
	limit: number,
): Promise<{ game: GameRef; description: string; updated_at: string }[]> {
	const { rows } = await sql<{ game: GameRef; description: string; updated_at: string }>`
		select ${sql.raw(GAME_REF)} as game, d.description, d.updated_at from review_drafts d join games g on g.id = d.game_id
		where d.user_id = ${userId} order by d.updated_at desc, d.game_id limit ${sql.lit(roundUpLimit(limit))}`.execute(db)
	return rows.slice(0, limit)
}

const WRITTEN_COLUMNS = sql`half_stars, platform, time_played, description, contains_spoilers, device, updated_at`

const toValues = (draft: DraftContent) =>
	sql`${draft.rating}::real * 2, ${draft.platform}::text, ${draft.timePlayed}::integer, ${draft.description}::text,
		${draft.containsSpoilers}::boolean, (select device from sessions where id = ${draft.sessionId}::uuid), ${draft.at}::timestamptz`

/** Replaces a version of a draft. Returns undefined if it is not the present one. */
export async function replaceDraft(db: Db, draft: DraftContent, version: number): Promise<DraftRow | undefined> {
	const { userId, gameId } = draft
	const { rows } = await sql<DraftRow>`
		update review_drafts set (${WRITTEN_COLUMNS}, version) = (select ${toValues(draft)}, version + 1)
		where user_id = ${userId} and game_id = ${gameId} and version = ${version} returning ${COLUMNS}`.execute(db)
	return rows[0]
}

/**
 * Adds the first draft of a game within the user's limit. Returns `exists` if there already is one, and `no_game` if the
 * game has just been merged into another one.
 */
export async function addDraft(
	tx: Tx,
	draft: DraftContent,
	limit: number,
): Promise<DraftRow | 'exists' | 'no_game' | 'too_many'> {
	const { userId, gameId } = draft
	// The lock waits for a concurrent merge of the game
	const games = await sql`select from games where id = ${gameId} for key share`.execute(tx)
	if (games.rows.length === 0) return 'no_game'
	// The lock makes the limit exact
	await sql`select from users where id = ${userId} for no key update`.execute(tx)
	if (await findDraft(tx, userId, gameId)) return 'exists'
	const beyond = await sql`
		select from review_drafts where user_id = ${userId} offset ${limit}::integer - 1 limit 1`.execute(tx)
	if (beyond.rows.length > 0) return 'too_many'
	const { rows } = await sql<DraftRow>`
		insert into review_drafts (user_id, game_id, ${WRITTEN_COLUMNS})
		values (${userId}, ${gameId}, ${toValues(draft)}) returning ${COLUMNS}`.execute(tx)
	return rows[0] ?? 'exists'
}

/** Deletes a user's draft of a game, or only a version of it, if there is one. */
export async function deleteDraft(db: Db, userId: string, gameId: number, version?: number): Promise<void> {
	let deletion = db.deleteFrom('review_drafts').where('user_id', '=', userId).where('game_id', '=', gameId)
	if (version !== undefined) deletion = deletion.where('version', '=', version)
	await deletion.execute()
}

/** Deletes the draft of a review that its author has just published. */
export async function deleteDraftOfReview(tx: Tx, reviewId: string): Promise<void> {
	await sql`
		delete from review_drafts d using reviews r
		where r.id = ${reviewId} and d.user_id = r.user_id and d.game_id = r.game_id`.execute(tx)
}

/** Deletes the drafts whose last change was before the given time, in batches. */
export async function deleteOldDrafts(db: Db, before: string): Promise<void> {
	for (;;) {
		const { numAffectedRows } = await sql`
			delete from review_drafts where ctid = any (array(
				select ctid from review_drafts where updated_at < ${before}::timestamptz order by updated_at limit ${DELETE_BATCH_SIZE} for update skip locked
			)) and updated_at < ${before}::timestamptz`.execute(db)
		if (Number(numAffectedRows) < DELETE_BATCH_SIZE) return
	}
}
