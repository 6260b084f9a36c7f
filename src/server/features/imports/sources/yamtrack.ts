import { type CsvRow, hasHeaders, readRows } from './csv-rows.ts'
import { readTime } from './dates.ts'
import { named, RowReader, toGame, toIds, toPlays } from './imported.ts'
import { lineOf, noteOf, textOf } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedItem, ImportedPlay, ImportFile, ImportSource } from './source.ts'

const isOurs = (file: ImportFile) => hasHeaders(file, 'media_id', 'source', 'media_type', 'title', 'score', 'status')

/** Yamtrack: a row is a time through a game; other media are in the same file. */
export const yamtrack: ImportSource = {
	name: 'yamtrack',
	recognizes: (files) => files.some(isOurs),
	read: (files) => mergeGames(readAll(files)),
	meanings: {
		completed: 'finished',
		'in progress': 'playing',
		repeating: 'playing',
		planning: 'wished',
		paused: 'paused',
		dropped: 'abandoned',
	},
	notCarried: ['Films, series, anime, manga and books are left out.', 'A count of repeats is kept in a private note.'],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	for (const file of files.filter(isOurs))
		for await (const row of readRows(file))
			if (row.kind !== 'row') yield row
			else if (row.get('media_type').toLowerCase() === 'game') yield ofRow(row)
}

const OUTCOMES: Readonly<Record<string, ImportedPlay['outcome']>> = { completed: 'finished', dropped: 'abandoned' }

function ofRow(row: CsvRow): ImportedItem {
	const reader = new RowReader()
	const [id, source] = [row.get('media_id'), row.get('source').toLowerCase()]
	const status = row.get('status')
	const repeats = Number(row.get('repeats')) || 0
	const startedOn = reader.date(row.get('start_date'), 'start_date')
	const endedOn = reader.date(row.get('end_date'), 'end_date')
	const note = textOf(row.get('notes'))
	const play = toPlays({
		key: row.get('created_at') || [startedOn, endedOn, status].join(' '),
		startedOn,
		endedOn,
		outcome: OUTCOMES[status.toLowerCase()] ?? null,
		isReplay: status.toLowerCase() === 'repeating' || null,
		minutes: reader.minutes(row.get('progress'), 'progress', 'minutes'),
	}).map((one) => ({ ...one, note }))
	return toGame(row.line, row.get('title'), {
		// Rows entered by hand have no id that means the same in a later file
		key: source === 'manual' || id === '' ? null : `${source} ${id}`,
		ids: source === 'igdb' ? toIds('igdb', id) : [],
		statuses: [lineOf(status)],
		rating: reader.rating(row.get('score'), 'score', 10),
		plays: play,
		note: noteOf(play.length === 0 && note, repeats > 0 && named('Repeats on Yamtrack', String(repeats))),
		addedAt: readTime(row.get('created_at')),
		changedAt: readTime(row.get('progressed_at')),
		errors: reader.errors,
	})
}
