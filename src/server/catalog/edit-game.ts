import { v7 as uuidv7 } from 'uuid'
import { EDITABLE_FACTS, type EditableFact, FACT_LABELS } from '#contract/editable-facts.ts'
import { dedupeIds, extractExternalIds, toOwnId } from '#contract/external-ids.ts'
import {
	EDIT_NOT_FOUND,
	EDIT_UNDONE,
	EDITED_MEANWHILE,
	EDITED_SINCE,
	type EditedGame,
	type GameEdit,
	NO_OTHER_NAME,
} from '#contract/game-edits.ts'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { now } from '#server/clock.ts'
import type { ChangedFacts, SaidFacts, StoredFacts } from '#server/db/column-types.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { addCatalogAction, markActionUndone } from '#server/features/moderation/queries-actions.ts'
import { conflict, invalidInput, notFound } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { resolveDisplayedFacts } from './displayed-facts.ts'
import { type OpenedGame, openGame, type StatedFacts, toEditedGame } from './edited-game.ts'
import { describeChange, isSame } from './fact-changes.ts'
import { hashContent } from './match-records.ts'
import { type ParsedEdit, parseEdit } from './parse-edit.ts'
import { addEdit, findEdit, findEditOf, replaceSiteRecords } from './queries-game-changes.ts'
import { lockCatalog } from './queries-locks.ts'
import { resolveGameId } from './queries-merge-games.ts'
import { addExternalIds, deleteExternalIds } from './queries-write-games.ts'
import { SITE_SOURCE, toEditId } from './site-source.ts'
import { updateDisplayedGames } from './write-games.ts'

/** Within this time after another moderator's edit, one that does not know of it is refused. */
const JUST_EDITED_MS = 5 * 60 * 1000

/** Who edits. */
interface EditingModerator {
	userId: string
	/** Throws 403 if they have lost their role since the call began; otherwise they keep it until the transaction ends. */
	holdRole: (db: Db) => Promise<void>
}

/**
 * Stores what a moderator says of a game, with its entries in history and log, in one transaction. Throws 404, 400, or 409 with the game
 * if the same facts were edited meanwhile.
 */
export function edit(
	services: Services,
	moderator: EditingModerator,
	gameId: number,
	{ seen, ...facts }: GameEdit & { seen?: string | null },
): Promise<EditedGame> {
	const { clock, images } = services
	const parsed = parseEdit(facts, new Date(clock()).getUTCFullYear(), images.isAllowed)
	return inCatalog(services, async (db) => {
		const game = await requireGame(db, gameId)
		const after = applyEdit(game.said, parsed)
		const said = compareSaid(game.said, after, EDITABLE_FACTS)
		if (Object.keys(said).length === 0) return toEditedGame(db, game)
		if (await isEditedMeanwhile(db, game.id, { fields: Object.keys(said), seen, moderator, nowMs: clock() }))
			throw conflict(EDITED_MEANWHILE, { game: await toEditedGame(db, game) })
		await saveEdit(db, services, moderator, { game, said, after, undoes: null })
		return toEditedGame(db, await requireGame(db, game.id))
	})
}

/** Undoes an edit, unless a later one changed the same facts. Throws 404 or 409. */
export function undoEdit(
	services: Services,
	moderator: EditingModerator,
	gameId: number,
	actionId: string,
): Promise<EditedGame> {
	return inCatalog(services, async (db) => {
		const undone = await findEdit(db, actionId)
		if (!undone || undone.game_id !== (await resolveGameId(db, gameId))) throw notFound(EDIT_NOT_FOUND)
		if (undone.undone_at !== null) throw conflict(EDIT_UNDONE)
		const game = await requireGame(db, undone.game_id)
		const after: Record<string, unknown> = { ...game.said }
		for (const [field, { before, after: theirs }] of Object.entries(undone.said)) {
			if (!isSameStatement(game.said[field as EditableFact], theirs)) throw conflict(EDITED_SINCE)
			if (before === undefined) delete after[field]
			else after[field] = before
		}
		const said = compareSaid(game.said, after, EDITABLE_FACTS)
		await saveEdit(db, services, moderator, { game, said, after, undoes: actionId })
		await markActionUndone(db, actionId, now(services))
		return toEditedGame(db, await requireGame(db, game.id))
	})
}

// The new name of a game with many reviews takes longer than a request's statement may
function inCatalog<T>({ backgroundDb }: Services, work: (db: Db) => Promise<T>): Promise<T> {
	return withoutStatementTimeout(backgroundDb, (connection) =>
		inTransaction(connection, async (db) => {
			await lockCatalog(db)
			return work(db)
		}),
	)
}

async function requireGame(db: Db, gameId: number): Promise<OpenedGame> {
	const id = await resolveGameId(db, gameId)
	const game = id === undefined ? undefined : await openGame(db, id)
	if (!game) throw notFound(GAME_NOT_FOUND)
	return game
}

/** Returns what the site says after an edit. */
function applyEdit(said: StatedFacts, { stated, givenBack }: ParsedEdit): StatedFacts {
	const after = { ...said, ...stated }
	for (const field of givenBack) delete after[field]
	return after
}

/** Returns what the site says of facts otherwise than before. */
function compareSaid(before: StatedFacts, after: StatedFacts, fields: readonly EditableFact[]): SaidFacts {
	const changed = fields.filter((field) => !isSameStatement(before[field], after[field]))
	return Object.fromEntries(changed.map((field) => [field, { before: before[field], after: after[field] }]))
}

/** That there is none is a statement, too. */
function isSameStatement(one: unknown, other: unknown): boolean {
	return (one === undefined) === (other === undefined) && isSame(one, other)
}

async function isEditedMeanwhile(
	db: Db,
	gameId: number,
	edit: { fields: readonly string[]; seen: string | null | undefined; moderator: EditingModerator; nowMs: number },
): Promise<boolean> {
	const known = edit.seen == null ? undefined : await findEdit(db, edit.seen)
	const after = known?.game_id === gameId ? known.id : 0
	const later = await findEditOf(db, { gameId, fields: edit.fields, after })
	if (!later || edit.seen !== undefined) return later !== undefined
	const isOwn = later.moderator_id === edit.moderator.userId
	return !isOwn && Date.parse(later.created_at) > edit.nowMs - JUST_EDITED_MS
}

interface SavedEdit {
	game: OpenedGame
	said: SaidFacts
	/** All that the site says from now on. */
	after: StatedFacts
	undoes: string | null
}

async function saveEdit(
	db: Db,
	services: Services,
	moderator: EditingModerator,
	{ game, said, after, undoes }: SavedEdit,
): Promise<void> {
	const at = now(services)
	const sourceId = game.ofSite[0]?.sourceId ?? toEditId(game.id)
	const isSilent = Object.keys(after).length === 0
	const facts = after as StoredFacts
	const records = isSilent ? game.ofOthers : [...game.ofOthers, { source: SITE_SOURCE, sourceId, facts }]
	if (!records.some((record) => record.facts.name)) throw invalidInput([{ path: 'name', message: NO_OTHER_NAME }])
	const displayed = resolveDisplayedFacts(records)
	const recordId = await replaceSiteRecords(
		db,
		{ gameId: game.id, source: SITE_SOURCE, sourceId, hash: hashContent(after), facts: isSilent ? null : facts },
		game.ofSite.map(({ id }) => id),
	)
	if (recordId !== undefined && said.websites) {
		await deleteExternalIds(db, [recordId])
		const ids = dedupeIds([...extractExternalIds(after.websites ?? []), toOwnId(SITE_SOURCE, sourceId)])
		await addExternalIds(
			db,
			ids.map((id) => ({ ...id, recordId })),
		)
	}
	await updateDisplayedGames(db, [{ gameId: game.id, displayed }], at)
	const fields = EDITABLE_FACTS.filter((field) => said[field] !== undefined)
	const changed: ChangedFacts = Object.fromEntries(
		fields.map((field) => [field, describeChange(field, game.shown, displayed.facts)]),
	)
	// Last, because accounts are locked after games
	await moderator.holdRole(db)
	const id = uuidv7({ msecs: services.clock() })
	await addCatalogAction(db, {
		id,
		action: 'edit',
		subject: 'game',
		subjectId: id,
		moderatorId: moderator.userId,
		title: displayed.facts.name,
		snapshot: describeForLog(changed, said),
		at,
	})
	await addEdit(db, { gameId: game.id, actionId: id, undoes, facts: changed, said, at })
}

function describeForLog(changed: ChangedFacts, said: SaidFacts): string {
	return Object.entries(changed)
		.map(([field, { before, after }]) => {
			const label = FACT_LABELS[field as EditableFact]
			if (field === 'cover' || field === 'screenshots') return `${label}: changed`
			const back = said[field as EditableFact]?.after === undefined ? ', given back to the sources' : ''
			return `${label}: ${before.join(', ') || 'none'} → ${after.join(', ') || 'none'}${back}`
		})
		.join('\n')
}
