import type { Import, ImportRow } from '#contract/imports.ts'
import { formatLimit } from '#contract/limits.ts'
import type { Db } from '#server/db/tables.ts'
import { toStatus } from './meanings.ts'
import type { ImportRecord } from './queries.ts'
import type { ShownRow } from './queries-rows.ts'
import { countBatches } from './queries-undo.ts'
import { findSource } from './sources/all.ts'

/** The name of the job that reads, matches, writes and takes back imports. */
export const OWN_IMPORTS_JOB = 'imports'

const NO_COUNTS: Import['counts'] = {
	...{ rows: 0, sure: 0, unsure: 0, none: 0, undecided: 0, missing: 0, skipped: 0, reviews: 0 },
	...{ findable: 0, wanted: 0, fetched: 0 },
	...{ added: 0, changed: 0, left: 0, failed: 0 },
}

/** Returns an import with how far it is. */
export async function respond(db: Db, run: ImportRecord): Promise<Import> {
	return toImport(run, run.state === 'undoing' ? await countBatches(db, run.id) : 0)
}

/** Converts a stored import to that of the API; `batchesLeft` are what an undo has still to take back. */
function toImport(run: ImportRecord, batchesLeft = 0): Import {
	const source = findSource(run.source)
	const { meanings } = run
	return {
		id: run.id,
		source: run.source,
		fileName: run.file_name,
		state: run.state,
		fraction: toFraction(run, batchesLeft),
		counts: { ...NO_COUNTS, ...run.counts },
		statuses: run.words.map(({ theirs, rows }) => ({
			...{ theirs, rows },
			ours: Object.hasOwn(meanings, theirs) ? (meanings[theirs] ?? null) : null,
		})),
		notCarried: [...(source?.notCarried ?? []), ...run.notes],
		csv: run.csv && { ...run.csv, mapping: run.mapping },
		error: run.error,
		createdAt: run.created_at,
		appliedAt: run.applied_at,
		undoUntil: run.undo_until,
	}
}

function toFraction({ state, position, counts, is_matched }: ImportRecord, batchesLeft: number): number | null {
	const done = Math.min(1, position / Math.max(1, counts.rows ?? 1))
	if (state === 'matching' && counts.wanted) return (counts.fetched ?? 0) / counts.wanted
	if (state === 'matching') return (is_matched ? 0.5 : 0) + done / 2
	if (state === 'applying' || state === 'stopped') return done
	return state === 'undoing' ? position / Math.max(1, position + batchesLeft) : null
}

/** Converts a stored row to that of the API. */
export function toImportRow(row: ShownRow, run: ImportRecord): ImportRow {
	return {
		...{
			row: row.row,
			line: row.line,
			title: row.title,
			match: row.match,
			gameId: row.game?.id ?? null,
			game: row.game,
		},
		...{ candidates: row.candidates, decision: row.decision, effect: row.effect, errors: row.errors },
		summary: row.item ? summarize(row.item, run) : '',
	}
}

function summarize(item: NonNullable<ShownRow['item']>, run: ImportRecord): string {
	const { status, isWished } = toStatus(item, run.meanings)
	const minutes = [...item.plays, ...item.sessions].reduce((sum, part) => sum + (part.minutes ?? 0), 0)
	const parts = [
		status && capitalize(status),
		(isWished || item.isWished) && 'Wishlist',
		item.isLoved && 'Loved',
		item.rating !== null && `★ ${item.rating}`,
		item.platform,
		minutes > 0 && formatMinutes(minutes),
		item.plays.length > 1 && `${item.plays.length} plays`,
		item.review && 'Review',
	]
	return parts.filter((part) => typeof part === 'string').join(' · ')
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function formatMinutes(minutes: number): string {
	return minutes < 60 ? `${minutes} min` : `${formatLimit(Math.round(minutes / 60))} h`
}

/** Returns what the owner of an import is told when it is done. */
export function describeDone({ counts }: ImportRecord): string {
	const { added, changed } = { ...NO_COUNTS, ...counts }
	return `Your import is done: ${nameGames(added)} added, ${formatLimit(changed)} changed.`
}

function nameGames(count: number): string {
	return `${formatLimit(count)} ${count === 1 ? 'game' : 'games'}`
}
