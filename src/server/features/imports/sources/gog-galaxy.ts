import { type CsvRow, hasHeaders, readRows } from './csv-rows.ts'
import { readTime, readYear } from './dates.ts'
import { named, RowReader, toGame, toPlays } from './imported.ts'
import { noteOf } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedItem, ImportFile, ImportSource } from './source.ts'

const isOurs = (file: ImportFile) => hasHeaders(file, 'title', 'platformlist', 'gamemins')

/** GOG Galaxy's library as a script writes it: no ids, and libraries such as Steam where others have platforms. */
export const gogGalaxy: ImportSource = {
	name: 'gog_galaxy',
	recognizes: (files) => files.some(isOurs),
	read: (files) => mergeGames(readAll(files)),
	meanings: { played: 'played', 'not played': 'backlog' },
	notCarried: [
		'The file says how long a game was played, not how it ended: games with a time are Played, others Backlog.',
		'Tags, the libraries a game is in, and whether it is hidden are kept in a private note.',
	],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	for (const file of files.filter(isOurs))
		for await (const row of readRows(file)) yield row.kind === 'row' ? ofRow(row) : row
}

function ofRow(row: CsvRow): ImportedItem {
	const reader = new RowReader()
	const minutes = reader.minutes(row.get('gamemins'), 'gameMins', 'minutes')
	return toGame(row.line, row.get('title') || row.get('originaltitle'), {
		releaseYear: readYear(row.get('releasedate')),
		statuses: [minutes === null ? 'Not played' : 'Played'],
		rating: reader.rating(row.get('myrating'), 'myRating', 5),
		plays: toPlays({ key: 'galaxy', minutes }),
		note: noteOf(
			named('Tags in GOG Galaxy', textsOf(row.get('tags'))),
			named('Libraries in GOG Galaxy', textsOf(row.get('platformlist'))),
			/^(?:true|1|yes)$/i.test(row.get('ishidden')) && 'Hidden in GOG Galaxy',
		),
		addedAt: readTime(row.get('purchasedate')),
		changedAt: readTime(row.get('lastplayed')),
		errors: reader.errors,
	})
}

/** Lists are written as Python does, or with commas: `['cozy', 'short']`. */
const textsOf = (cell: string) =>
	cell
		.split(',')
		.map((one) => one.replace(/[[\]'"{}]/g, '').trim())
		.filter((one) => one !== '')
