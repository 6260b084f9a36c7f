import { type RawBuilder, sql } from 'kysely'
import { MAX_DIRECT_DELETE_ROWS, type Purges } from './purges.ts'
import type { Db, Tx } from './tables.ts'
import { inTransaction } from './transaction.ts'

type ContentKind = 'review' | 'comment' | 'list'

interface DeletionServices {
	db: Db
	purges: Purges
	/** The time in milliseconds since 1970. */
	clock: () => number
}

interface Deletion {
	id: string
	userId: string
	at: string
	keepRating: boolean
}

/** What became of a text: `purging` is hidden, and waits for its purge; undefined if it was not there for who deletes it. */
type Outcome = 'deleted' | 'purging' | undefined

/**
 * Deletes a user's review or list, or a comment written by the user or on the user's review, with all its dependents.
 * Returns false if it does not exist or the user may not delete it. Large content is hidden at once and deleted in batches.
 * With `keepRating` the rating of a review stays in the user's library.
 */
export async function deleteContent(
	{ db, purges, clock }: DeletionServices,
	kind: ContentKind,
	id: string,
	userId: string,
	{ keepRating = false } = {},
): Promise<boolean> {
	const deletion = { id, userId, at: new Date(clock()).toISOString(), keepRating }
	if (kind === 'comment' && (await deleteLeaf(db, deletion))) return true
	const outcome = await inTransaction(db, async (tx) => {
		await sql`select from windows for share`.execute(tx)
		return DELETE[kind](tx, deletion)
	})
	if (outcome === 'purging') await purges.start(id)
	return outcome !== undefined
}

/** Which comments `c` a deletion is of: the user's own one, or one on the user's review or list. */
const mayDeleteComment = ({ id, userId }: Deletion) => sql<boolean>`
	c.id = ${id} and c.removed_at is null and c.state = 'published' and (c.user_id = ${userId}::uuid
		or c.user_id not in (select user_id from hidden_users) and (
			exists (select from reviews r where r.id = c.review_id and r.state = 'published' and r.user_id = ${userId}::uuid)
			or exists (select from lists l where l.id = c.list_id and l.state = 'published' and l.user_id = ${userId}::uuid)))`

/** Deletes a comment with no replies and few likes and readers, as most are, in one statement. Returns false if it is none. */
async function deleteLeaf(db: Db, deletion: Deletion): Promise<boolean> {
	const { rows } = await sql`
		delete from comments c where ${mayDeleteComment(deletion)} and c.reply_count = 0 and c.likes <= ${MAX_DIRECT_DELETE_ROWS}
			and not ${hasManyReaders(deletion.id)} returning c.id`.execute(db)
	return rows.length > 0
}

const DELETE: Readonly<Record<ContentKind, (db: Tx, deletion: Deletion) => Promise<Outcome>>> = {
	async review(db, deletion) {
		const { id, userId, at, keepRating } = deletion
		const found = await sql<{ game: number }>`
			select game_id as game from reviews where id = ${id} and user_id = ${userId} and state = 'published' for update`.execute(
			db,
		)
		const [review] = found.rows
		if (!review) return undefined
		// As the deletion will: likes and comments hold a key of these counts while they wait for them
		await sql`select from review_counts where id = ${id} for update`.execute(db)
		await sql`
			update library_entries set review_id = null, reviewed_platform = null, reviewed_hours = null, updated_at = ${at},
				half_stars = case when ${keepRating}::boolean then half_stars end
			where user_id = ${userId} and game_id = ${review.game} and review_id = ${id}`.execute(db)
		// Comments and readers have rows of other users with them, which one statement cannot lock in order
		const isBig = sql<boolean>`exists (select from comments where review_id = ${id}) or exists (select from activity_reads where activity_id = ${id})
			or exists (select from review_likes where review_id = ${id} offset ${MAX_DIRECT_DELETE_ROWS})
			or exists (select from review_seen where review_id = ${id} offset ${MAX_DIRECT_DELETE_ROWS})`
		return deleteOrHide(db, 'review', deletion, await isTrue(db, isBig))
	},
	async comment(db, deletion) {
		const { id, at } = deletion
		const found = await sql<{ isAnswered: boolean; hasManyLikes: boolean; hasManyReaders: boolean }>`
			select c.reply_count > 0 as "isAnswered", c.likes > ${MAX_DIRECT_DELETE_ROWS} as "hasManyLikes", ${hasManyReaders(id)} as "hasManyReaders"
			from comments c where ${mayDeleteComment(deletion)} for update`.execute(db)
		const [comment] = found.rows
		if (!comment) return undefined
		if (!comment.isAnswered)
			return deleteOrHide(db, 'comment', deletion, comment.hasManyLikes || comment.hasManyReaders)
		await sql`select leave_tombstones(array[${id}::uuid], ${at}::timestamptz)`.execute(db)
		// Its likes are left to the job if they are many
		if (!comment.hasManyLikes) await sql`delete from comment_likes where comment_id = ${id}`.execute(db)
		return 'deleted'
	},
	async list(db, deletion) {
		const { id, userId } = deletion
		const found = await sql`
			select from lists where id = ${id} and user_id = ${userId} and state = 'published' for update`.execute(db)
		if (found.rows.length === 0) return undefined
		const isBig = sql<boolean>`exists (select from comments where list_id = ${id}) or ${hasManyReaders(id)}
			or exists (select from list_likes where list_id = ${id} offset ${MAX_DIRECT_DELETE_ROWS})
			or exists (select from notification_events where target = ${id} and kind = 'list_copy' offset ${MAX_DIRECT_DELETE_ROWS})`
		return deleteOrHide(db, 'list', deletion, await isTrue(db, isBig))
	},
}

/** Whether very many have read of a text in their feeds. */
const hasManyReaders = (id: string) =>
	sql<boolean>`exists (select from activity_reads where activity_id = ${id} offset ${MAX_DIRECT_DELETE_ROWS})`

async function isTrue(db: Tx, condition: RawBuilder<boolean>): Promise<boolean> {
	const { rows } = await sql<{ yes: boolean }>`select ${condition} as yes`.execute(db)
	return rows[0]?.yes === true
}

/** Deletes a locked text, or if it is big, hides it for its purge. */
async function deleteOrHide(db: Tx, kind: ContentKind, { id, at }: Deletion, isBig: boolean): Promise<Outcome> {
	const table = sql.table(`${kind}s`)
	if (!isBig) {
		await sql`delete from ${table} where id = ${id}`.execute(db)
		return 'deleted'
	}
	await sql`update ${table} set state = 'purging' where id = ${id}`.execute(db)
	await sql`select take_back_news_of(array[${id}::uuid])`.execute(db)
	await db.insertInto('purges').values({ id, subject: kind, since: at }).execute()
	return 'purging'
}
