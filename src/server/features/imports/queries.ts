import { type Selectable, sql } from 'kysely'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import type { Import, ImportFrom, ImportMapping, OwnImportState, StatusMeaning } from '#contract/imports.ts'
import type { Db, Tables } from '#server/db/tables.ts'

export type ImportRecord = Selectable<Tables['imports']>

/** The states in which a process works on an import. */
export const RUNNING_STATES = [
	'reading',
	'matching',
	'applying',
	'undoing',
] as const satisfies readonly OwnImportState[]

/** Finds an import of its owner. */
export function findImport(db: Db, id: string, userId: string): Promise<ImportRecord | undefined> {
	return db.selectFrom('imports').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
}

/** Lists a person's imports, the newest first. */
export function listImports(db: Db, userId: string): Promise<ImportRecord[]> {
	return db
		.selectFrom('imports')
		.selectAll()
		.where('user_id', '=', userId)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(sql.lit(IMPORT_LIMITS.perAccount))
		.execute()
}

/** Finds a person's import of these bytes that has not come to nothing. */
export function findImportOfFile(db: Db, userId: string, hash: string): Promise<ImportRecord | undefined> {
	return db
		.selectFrom('imports')
		.selectAll()
		.where('user_id', '=', userId)
		.where('hash', '=', hash)
		.where('state', 'not in', ['undone', 'failed'])
		.executeTakeFirst()
}

export interface NewImport {
	id: string
	userId: string
	source: ImportFrom
	fileName: string | null
	hash: string
	mapping: ImportMapping | null
	meanings: Record<string, StatusMeaning | null>
	at: string
}

/** Adds an import. Returns false while another one of the person runs, or has the same bytes. */
export async function addImport(db: Db, added: NewImport): Promise<boolean> {
	const { rows } = await sql`
		insert into imports (id, user_id, source, file_name, hash, state, mapping, meanings, created_at)
		values (${added.id}, ${added.userId}, ${added.source}, ${added.fileName}, ${added.hash}, 'reading',
			${added.mapping && JSON.stringify(added.mapping)}::jsonb, ${JSON.stringify(added.meanings)}::jsonb, ${added.at}::timestamptz)
		on conflict do nothing returning id`.execute(db)
	return rows.length > 0
}

/** Deletes a preview that another one is to replace. */
export async function deletePreview(db: Db, id: string): Promise<void> {
	await db.deleteFrom('imports').where('id', '=', id).where('state', '=', 'preview').execute()
}

/**
 * Makes room for another import: of previews the newest stay, and of all imports as many as an account keeps. Those that can be undone
 * stay. Returns false if they leave no room.
 */
export async function makeRoomForImport(db: Db, userId: string, at: string): Promise<boolean> {
	await sql`
		delete from imports where id in (
			select id from imports where user_id = ${userId} and state = 'preview' order by created_at desc, id desc offset ${sql.lit(IMPORT_LIMITS.previews - 1)}
		)`.execute(db)
	const isKept = sql`(state = any(${RUNNING_STATES}::text[]) or state in ('applied', 'stopped') and undo_until >= ${at}::timestamptz)`
	const { rows } = await sql<{ kept: number }>`
		select count(*)::int as kept from imports where user_id = ${userId} and ${isKept}`.execute(db)
	const room = IMPORT_LIMITS.perAccount - 1 - (rows[0]?.kept ?? 0)
	if (room < 0) return false
	await sql`
		delete from imports where id in (
			select id from imports where user_id = ${userId} and not ${isKept}
			order by (state in ('applied', 'stopped')) desc, created_at desc, id desc offset ${room}::int
		)`.execute(db)
	return true
}

export async function addFilePiece(db: Db, importId: string, piece: number, bytes: Buffer): Promise<void> {
	await db.insertInto('import_files').values({ import_id: importId, piece, bytes }).execute()
}

/** Returns the bytes of a file piece by piece. */
export async function* readFilePieces(db: Db, importId: string): AsyncGenerator<Buffer> {
	for (let piece = 0; ; piece++) {
		const row = await db
			.selectFrom('import_files')
			.select('bytes')
			.where('import_id', '=', importId)
			.where('piece', '=', piece)
			.executeTakeFirst()
		if (!row) return
		yield row.bytes
	}
}

/** Whether the file of an import is stored. */
export async function hasFile(db: Db, importId: string): Promise<boolean> {
	return (
		(await db
			.selectFrom('import_files')
			.select('piece')
			.where('import_id', '=', importId)
			.limit(1)
			.executeTakeFirst()) !== undefined
	)
}

export async function deleteFile(db: Db, importId: string): Promise<void> {
	await db.deleteFrom('import_files').where('import_id', '=', importId).execute()
}

/** Finds the imports that a process is to work on, the oldest first. */
export function listRunning(db: Db, limit: number): Promise<ImportRecord[]> {
	return db
		.selectFrom('imports')
		.selectAll()
		.where('state', 'in', RUNNING_STATES)
		.orderBy('created_at')
		.orderBy('id')
		.limit(limit)
		.execute()
}

/** Finds an import that a process is to work on. */
export function findRunning(db: Db, id: string): Promise<ImportRecord | undefined> {
	return db
		.selectFrom('imports')
		.selectAll()
		.where('id', '=', id)
		.where('state', 'in', RUNNING_STATES)
		.executeTakeFirst()
}

/** Locks an import until the transaction ends. Returns undefined unless it is in the state and at the position. */
export function lockImport(
	db: Db,
	id: string,
	state: OwnImportState,
	position?: number,
): Promise<ImportRecord | undefined> {
	let query = db.selectFrom('imports').selectAll().where('id', '=', id).where('state', '=', state)
	if (position !== undefined) query = query.where('position', '=', position)
	return query.forUpdate().executeTakeFirst()
}

/** Whether another import of a person is running. */
export async function isAnotherRunning(db: Db, userId: string, id: string): Promise<boolean> {
	const { rows } = await sql`
		select from imports where user_id = ${userId} and id <> ${id} and state = any(${RUNNING_STATES}::text[]) limit 1`.execute(
		db,
	)
	return rows.length > 0
}

/** Locks an import of its owner until the transaction ends. */
export function lockOwnImport(db: Db, id: string, userId: string): Promise<ImportRecord | undefined> {
	return db
		.selectFrom('imports')
		.selectAll()
		.where('id', '=', id)
		.where('user_id', '=', userId)
		.forUpdate()
		.executeTakeFirst()
}

export interface ImportChanges {
	state?: OwnImportState
	position?: number
	isMatched?: boolean
	source?: ImportFrom
	mapping?: ImportMapping | null
	meanings?: Record<string, StatusMeaning | null>
	conflicts?: 'mine' | 'theirs' | 'newer'
	reviews?: 'publish' | 'drafts'
	counts?: ImportRecord['counts']
	csv?: Omit<NonNullable<Import['csv']>, 'mapping'> | null
	error?: string | null
	failures?: number
	appliedAt?: string | null
	undoUntil?: string | null
}

/** Changes an import; a change of state fails with a unique violation while another one of the person runs. */
export async function updateImport(db: Db, id: string, changes: ImportChanges): Promise<void> {
	const { isMatched, mapping, meanings, counts, csv, appliedAt, undoUntil, source, ...plain } = changes
	await db
		.updateTable('imports')
		.set({
			...plain,
			...(source !== undefined && { source }),
			...(isMatched !== undefined && { is_matched: isMatched }),
			...(mapping !== undefined && { mapping: mapping && JSON.stringify(mapping) }),
			...(meanings !== undefined && { meanings: JSON.stringify(meanings) }),
			...(counts !== undefined && { counts: JSON.stringify(counts) }),
			...(csv !== undefined && { csv: csv && JSON.stringify(csv) }),
			...(appliedAt !== undefined && { applied_at: appliedAt }),
			...(undoUntil !== undefined && { undo_until: undoUntil }),
		})
		.where('id', '=', id)
		.execute()
}

/** Adds a sentence about what was left out. */
export async function addNote(db: Db, id: string, note: string): Promise<void> {
	await sql`update imports set notes = notes || ${note}::text where id = ${id} and not notes @> array[${note}::text]`.execute(
		db,
	)
}

/** Counts a failed attempt, and returns how many there were one after the other. */
export async function countFailure(db: Db, id: string): Promise<number> {
	const row = await db
		.updateTable('imports')
		.set({ failures: sql<number>`failures + 1` })
		.where('id', '=', id)
		.returning('failures')
		.executeTakeFirst()
	return row?.failures ?? 0
}

/** Counts the rows of an import anew: by what they mean, and games by what comes of them. */
export async function refreshCounts(db: Db, id: string): Promise<void> {
	await sql`
		update imports set counts = (
			select jsonb_build_object('rows', count(*), 'sure', count(*) filter (where match = 'sure' and is_read),
				'unsure', count(*) filter (where match = 'unsure' and is_read), 'none', count(*) filter (where match = 'none' and is_read),
				'undecided', count(*) filter (where match = 'unsure' and is_read and decision is null),
				'missing', count(*) filter (where match = 'none' and is_read and decision is null),
				'findable', count(*) filter (where match = 'none' and decision is null and is_findable),
				'skipped', count(*) filter (where is_read and decision = 'skip'),
				'reviews', count(*) filter (where (decision = 'take' or match = 'sure' and decision is null) and has_review),
				'failed', count(*) filter (where has_errors))
			from (
				select match, decision, item is not null as is_read, errors <> '[]' as has_errors,
					jsonb_typeof(item -> 'review') = 'object' as has_review, item ->> 'lookup' = 'possible' as is_findable
				from import_rows where import_id = ${id}
			) m
		) || (
			select jsonb_build_object('added', count(*) filter (where added), 'changed', count(*) filter (where changed and not added),
				'left', count(*) filter (where not changed and not added))
			from (
				select bool_or(effect = 'add') as added, bool_or(effect = 'change') as changed from import_rows
				where import_id = ${id} and effect is not null group by game_id
			) g
		) where id = ${id}`.execute(db)
}

/** Notes which words for a status the rows have. */
export async function refreshWords(db: Db, id: string): Promise<void> {
	await sql`
		update imports set words = (
			select coalesce(jsonb_agg(jsonb_build_object('theirs', word, 'rows', n) order by n desc, word), '[]') from (
				select word, count(*) as n from import_rows r cross join lateral jsonb_array_elements_text(r.item -> 'statuses') word
				where r.import_id = ${id} and r.item is not null group by word order by n desc, word limit 200
			) w
		) where id = ${id}`.execute(db)
}

/** Notifies a person that their import is done, on the site alone. */
export async function notifyOfImport(
	db: Db,
	{ userId, importId, text, at }: { userId: string; importId: string; text: string; at: string },
): Promise<void> {
	await sql`
		insert into notifications (user_id, kind, target, actor_count, text, created_at, on_site, mail_due, push_due)
		select ${userId}::uuid, 'import', ${importId}::uuid, 0, ${text}, ${at}::timestamptz, true, false, false
		from notification_channels(${userId}::uuid, 'import') c where c.on_site
		on conflict (user_id, kind, target) where not is_read do update set text = excluded.text, created_at = excluded.created_at`.execute(
		db,
	)
}

/**
 * Deletes what is kept no longer, in batches: previews from before `previewsBefore` with all that is theirs, and what was read and
 * changed by imports that cannot be undone any more.
 */
export async function deleteOldImports(
	db: Db,
	{ previewsBefore, at }: { previewsBefore: string; at: string },
): Promise<void> {
	const purge = async (ids: readonly string[]) => {
		for (;;) {
			const { rows } = await sql<{ gone: number }>`select purge_import_rows(${ids}::uuid[], 1000) as gone`.execute(db)
			if (!rows[0]?.gone) return
		}
	}
	const previews = await db
		.selectFrom('imports')
		.select('id')
		.where('state', '=', 'preview')
		.where('created_at', '<', previewsBefore)
		.limit(1000)
		.execute()
	await purge(previews.map(({ id }) => id))
	for (const { id } of previews) await deletePreview(db, id)
	const { rows: ended } = await sql<{ id: string }>`
		select i.id from imports i where i.state in ('applied', 'stopped') and i.undo_until < ${at}::timestamptz and exists (
			select from import_rows r where r.import_id = i.id union all select from import_changes c where c.import_id = i.id
		) limit 1000`.execute(db)
	await purge(ended.map(({ id }) => id))
	const { rows: gone } = await sql<{ id: string }>`
		select i.id from imports i where i.state in ('undone', 'failed') and exists (
			select from import_rows r where r.import_id = i.id union all select from import_files f where f.import_id = i.id
		) limit 1000`.execute(db)
	await purge(gone.map(({ id }) => id))
}
