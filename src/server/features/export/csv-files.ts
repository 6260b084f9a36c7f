import type { Db } from '#server/db/tables.ts'
import { type Cell, formatCsvHeader, formatCsvRow } from './csv.ts'
import type { Batches } from './json-stream.ts'
import { type Exported, type ExportedGame, findExportedGames, readFlatPart } from './queries.ts'
import type { ArchiveFile } from './zip-stream.ts'

/** A row of a file, about a game. */
interface GameRow {
	gameId: number
	gameName: string
}

/** What the columns of a file have, by their names. */
type Columns<Row> = Readonly<Record<string, (row: Row, game: ExportedGame | undefined) => Cell>>

/** The columns that every file begins with, or has after those of its list. */
const GAME_COLUMNS: Columns<GameRow> = {
	Game: ({ gameName }) => gameName,
	'Release year': (_row, game) => game?.releaseYear ?? null,
	'Game ID': ({ gameId }) => gameId,
}

const LIBRARY_COLUMNS: Columns<Exported<'library'>> = {
	...GAME_COLUMNS,
	'External IDs': (_row, game) => game?.externalIds.map(({ source, id }) => `${source}:${id}`).join(' ') ?? null,
	Status: ({ status }) => status,
	Rating: ({ rating }) => rating,
	Wishlist: ({ isWished }) => isWished,
	Loved: ({ isLoved }) => isLoved,
	Platform: ({ platform }) => platform,
	'Minutes played': ({ minutesPlayed }) => minutesPlayed,
	Plays: ({ playCount }) => playCount,
	'Last played': ({ lastPlayedOn }) => lastPlayedOn,
	Added: ({ createdAt }) => createdAt,
	Changed: ({ updatedAt }) => updatedAt,
}

const PLAY_COLUMNS: Columns<Exported<'plays'>> = {
	...GAME_COLUMNS,
	'Play ID': ({ id }) => id,
	Platform: ({ platform }) => platform,
	Started: ({ startedOn }) => startedOn,
	Ended: ({ endedOn }) => endedOn,
	Outcome: ({ outcome }) => outcome,
	Replay: ({ isReplay }) => isReplay,
	Minutes: ({ minutes }) => minutes,
	Note: ({ note }) => note,
	Added: ({ createdAt }) => createdAt,
	Changed: ({ updatedAt }) => updatedAt,
}

const SESSION_COLUMNS: Columns<Exported<'playSessions'>> = {
	...GAME_COLUMNS,
	'Play ID': ({ playId }) => playId,
	Day: ({ day }) => day,
	Minutes: ({ minutes }) => minutes,
	Note: ({ note }) => note,
	Source: ({ source }) => source,
	Added: ({ createdAt }) => createdAt,
}

const REVIEW_COLUMNS: Columns<Exported<'reviews'>> = {
	...GAME_COLUMNS,
	Day: ({ day }) => day,
	Rating: ({ rating }) => rating,
	Platform: ({ platform }) => platform,
	Hours: ({ timePlayed }) => timePlayed,
	Spoilers: ({ containsSpoilers }) => containsSpoilers,
	Review: ({ description }) => description,
	Likes: ({ likes }) => likes,
	Comments: ({ commentCount }) => commentCount,
	Written: ({ createdAt }) => createdAt,
	Changed: ({ updatedAt }) => updatedAt,
}

/** A game of a list, or a list without games. */
interface ListRow {
	list: Omit<Exported<'lists'>, 'items'>
	item: Exported<'lists'>['items'][number] | null
}

const LIST_COLUMNS: Columns<ListRow> = {
	List: ({ list }) => list.title,
	'List ID': ({ list }) => list.id,
	// As long as the notes of some games, so only once
	Description: ({ list, item }) => (item && item.order > 0 ? null : list.description),
	Visibility: ({ list }) => list.visibility,
	Ranked: ({ list }) => list.isRanked,
	Tags: ({ list }) => list.tags.join(', '),
	Position: ({ item }) => item && item.order + 1,
	Game: ({ item }) => item?.gameName ?? null,
	'Release year': (_row, game) => game?.releaseYear ?? null,
	'Game ID': ({ item }) => item?.gameId ?? null,
	Notes: ({ item }) => item?.notes ?? null,
	Created: ({ list }) => list.createdAt,
	Changed: ({ list }) => list.updatedAt,
}

/** Lists the CSV files of an archive. Each reads its rows in batches. */
export function listCsvFiles(db: Db, userId: string): ArchiveFile[] {
	const getGameId = ({ gameId }: GameRow) => gameId
	return [
		{ path: 'library.csv', content: streamCsv(db, readFlatPart(db, userId, 'library'), LIBRARY_COLUMNS, getGameId) },
		{ path: 'plays.csv', content: streamCsv(db, readFlatPart(db, userId, 'plays'), PLAY_COLUMNS, getGameId) },
		{
			path: 'sessions.csv',
			content: streamCsv(db, readFlatPart(db, userId, 'playSessions'), SESSION_COLUMNS, getGameId),
		},
		{ path: 'reviews.csv', content: streamCsv(db, readFlatPart(db, userId, 'reviews'), REVIEW_COLUMNS, getGameId) },
		{ path: 'lists.csv', content: streamCsv(db, readListRows(db, userId), LIST_COLUMNS, ({ item }) => item?.gameId) },
	]
}

async function* readListRows(db: Db, userId: string): AsyncGenerator<ListRow[]> {
	for await (const lists of readFlatPart(db, userId, 'lists'))
		for (const { items, ...list } of lists)
			yield items.length === 0 ? [{ list, item: null }] : items.map((item) => ({ list, item }))
}

async function* streamCsv<Row>(
	db: Db,
	batches: Batches<Row>,
	columns: Columns<Row>,
	getGameId: (row: Row) => number | undefined,
): AsyncGenerator<string> {
	const values = Object.values(columns)
	yield formatCsvHeader(Object.keys(columns))
	for await (const rows of batches) {
		const ids = rows.flatMap((row) => getGameId(row) ?? [])
		const games = new Map((await findExportedGames(db, ids)).map((game) => [game.gameId, game]))
		const lines = rows.map((row) => formatCsvRow(values.map((value) => value(row, games.get(getGameId(row) ?? 0)))))
		yield lines.join('')
	}
}
