import { type CsvRow, hasHeaders, readRows } from './csv-rows.ts'
import { readYear } from './dates.ts'
import { toGame, toIds } from './imported.ts'
import { parseJson } from './json-elements.ts'
import { arrayOf, stringOf } from './json-values.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedItem, ImportFile, ImportSource } from './source.ts'

const isOurs = (file: ImportFile) => hasHeaders(file, 'id', 'game', 'url', 'category', 'release_date')

/** A list of IGDB: its status is in the name of the file, which people change, so they choose it. */
export const igdb: ImportSource = {
	name: 'igdb',
	recognizes: (files) => files.some(isOurs),
	read: (files) => mergeGames(readAll(files)),
	meanings: {},
	asksForStatus: true,
	notCarried: ['The ratings in a list of IGDB are those of all its members, not yours, so they are left out.'],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	for (const file of files.filter(isOurs))
		for await (const row of readRows(file)) yield row.kind === 'row' ? ofRow(row) : row
}

function ofRow(row: CsvRow): ImportedItem {
	const years = textsOf(row.get('release_date')).flatMap((text) => readYear(text.replace(/\(.*/, '')) ?? [])
	return toGame(row.line, row.get('game'), {
		key: row.get('id'),
		releaseYear: years.sort()[0] ?? null,
		platforms: textsOf(row.get('platforms')),
		ids: [
			...toIds('igdb', row.get('id')),
			...toIds('igdb-slug', /^https?:\/\/(?:www\.)?igdb\.com\/games\/([a-z0-9-]+)/.exec(row.get('url'))?.[1]),
		],
	})
}

/** Cells of several values hold JSON. */
const textsOf = (cell: string) => (cell.startsWith('[') ? arrayOf(parseJson(cell)).map(stringOf) : [cell])
