import { RowReader, toGame, toIds, toPlays } from './imported.ts'
import { readElements } from './json-elements.ts'
import { objectOf } from './json-values.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedItem, ImportFile, ImportSource } from './source.ts'

const isOurs = ({ head }: ImportFile) => head.startsWith('{"library":[{"appid":')

/** A Steam profile, as the site itself stores what it has read from Steam. */
export const steam: ImportSource = {
	name: 'steam',
	recognizes: (files) => files.some(isOurs),
	read: (files) => mergeGames(readAll(files)),
	meanings: { played: 'played', 'not played': 'backlog' },
	notCarried: [
		'Steam says how long you played, not how it ended: games with a time become Played, others Backlog.',
		'Steam gives one total of hours for each game. It becomes a play without dates, because the days are not known.',
		'The last time you played a game is not a session, because Steam doesn’t say how long it was.',
		'Achievements, and games that others of your family share with you, are not read.',
	],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	for (const file of files)
		for await (const { part, line, value } of readElements(file, ['library', 'wishlist']))
			yield part === 'library' ? ofLibrary(line, objectOf(value)) : ofWishlist(line, objectOf(value))
}

function ofLibrary(line: number, row: Readonly<Record<string, unknown>>): ImportedItem {
	const reader = new RowReader()
	const minutes = reader.minutes(row.playtime_forever, 'Time played', 'minutes')
	return toGame(line, row.name, {
		key: String(row.appid),
		ids: toIds('steam', row.appid),
		platforms: ['PC'],
		platform: 'PC',
		statuses: [minutes === null ? 'Not played' : 'Played'],
		plays: toPlays({ key: 'steam', platform: 'PC', minutes }),
		changedAt: timeOf(row.rtime_last_played),
		errors: reader.errors,
	})
}

function ofWishlist(line: number, row: Readonly<Record<string, unknown>>): ImportedItem {
	return toGame(line, row.name, {
		key: String(row.appid),
		ids: toIds('steam', row.appid),
		platforms: ['PC'],
		isWished: true,
		addedAt: timeOf(row.date_added),
	})
}

/** Steam's seconds since 1970; 0, and a day of old that stands for it, is no time. */
function timeOf(value: unknown): string | null {
	return typeof value === 'number' && value > 86_400 ? new Date(value * 1000).toISOString() : null
}
