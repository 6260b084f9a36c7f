import { ROW_PROBLEMS } from '#contract/import-problems.ts'
import { named, RowReader, toGame, toIds, toPlays } from './imported.ts'
import { readElements } from './json-elements.ts'
import { arrayOf, numberOf, objectOf, stringOf } from './json-values.ts'
import { lineOf, noteOf, textOf, unreadable } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedItem, ImportedPlay, ImportFile, ImportSource } from './source.ts'

const isOurs = ({ head }: ImportFile) =>
	head.trimStart().startsWith('[') && head.includes('"completion_status"') && head.includes('"wikidata_id"')

/** vglist: its games have ids of Wikidata. */
export const vglist: ImportSource = {
	name: 'vglist',
	recognizes: (files) => files.some(isOurs),
	read: (files) => mergeGames(readAll(files)),
	meanings: {
		unplayed: 'backlog',
		in_progress: 'playing',
		dropped: 'abandoned',
		completed: 'finished',
		fully_completed: 'completed',
		not_applicable: 'played',
		paused: 'paused',
	},
	notCarried: ['Stores and a count of replays are kept in a private note; comments as well.'],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	for (const file of files.filter(isOurs))
		for await (const { line, value } of readElements(file))
			yield value === undefined ? unreadable(line, '', ROW_PROBLEMS.damaged) : ofEntry(objectOf(value), line)
}

const OUTCOMES: Readonly<Record<string, ImportedPlay['outcome']>> = {
	completed: 'finished',
	fully_completed: 'completed',
	dropped: 'abandoned',
}

function ofEntry(entry: Readonly<Record<string, unknown>>, line: number): ImportedItem {
	const reader = new RowReader()
	const game = objectOf(entry.game)
	const names = (values: unknown) => arrayOf(values).flatMap((one) => lineOf(objectOf(one).name ?? one) ?? [])
	const platforms = names(entry.platforms)
	const platform = platforms.length === 1 ? (platforms[0] ?? null) : null
	const replays = numberOf(entry.replay_count) ?? 0
	return toGame(line, game.name, {
		key: stringOf(game.id) || null,
		platforms,
		ids: toIds('wikidata', game.wikidata_id),
		statuses: [lineOf(entry.completion_status)],
		isLoved: entry.favorited === true,
		rating: reader.rating(entry.rating, 'rating', 100),
		platform,
		plays: toPlays({
			key: 'library',
			platform,
			startedOn: reader.date(entry.start_date, 'start_date'),
			endedOn: reader.date(entry.completion_date, 'completion_date'),
			outcome: OUTCOMES[stringOf(entry.completion_status)] ?? null,
			minutes: reader.minutes(entry.hours_played, 'hours_played', 'hours'),
		}),
		note: noteOf(
			textOf(entry.comments),
			replays > 0 && named('Replays on vglist', String(replays)),
			named('Stores on vglist', names(entry.stores)),
		),
		errors: reader.errors,
	})
}
