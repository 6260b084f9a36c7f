import { ROW_PROBLEMS } from '#contract/import-problems.ts'
import { readTime } from './dates.ts'
import { named, RowReader, toGame, toIds, toPlays, toReview } from './imported.ts'
import { readElements } from './json-elements.ts'
import { arrayOf, objectOf, stringOf } from './json-values.ts'
import { lineOf, noteOf, unreadable } from './lines.ts'
import { mergeGames } from './merge-games.ts'
import type { ImportedItem, ImportedPlay, ImportFile, ImportSource } from './source.ts'

const isOurs = ({ head }: ImportFile) =>
	head.trimStart().startsWith('{') &&
	/"(?:metadata|collections|people|workouts)"/.test(head) &&
	/"(?:lot|seen_history|source_id)"/.test(head)

/** Ryot's complete export. Numbers in it are texts. */
export const ryot: ImportSource = {
	name: 'ryot',
	recognizes: (files) => files.some(isOurs),
	read: (files) => mergeGames(readAll(files)),
	meanings: {
		completed: 'finished',
		in_progress: 'playing',
		'in progress': 'playing',
		dropped: 'abandoned',
		on_a_hold: 'paused',
		watchlist: 'wished',
		owned: 'backlog',
		monitoring: null,
		reminders: null,
		custom: null,
	},
	notCarried: [
		'Collections become words that you can give a status, and are kept in a private note.',
		'Where you played a game is kept in the note of its play; comments on your reviews are left out.',
		'Everything that is not a video game is left out.',
	],
}

async function* readAll(files: readonly ImportFile[]): AsyncGenerator<ImportedItem> {
	for (const file of files.filter(isOurs))
		for await (const { line, value } of readElements(file, ['metadata'])) {
			const { lot } = objectOf(value)
			if (value === undefined) yield unreadable(line, '', ROW_PROBLEMS.damaged)
			else if (/^video_?game$/i.test(stringOf(lot))) yield ofMetadata(objectOf(value), line)
		}
}

type Fields = Readonly<Record<string, unknown>>

function ofMetadata(metadata: Fields, line: number): ImportedItem {
	const reader = new RowReader()
	const source = stringOf(metadata.source).toLowerCase()
	const identifier = stringOf(metadata.identifier)
	const seen = arrayOf(metadata.seen_history).map(objectOf).sort(byDay)
	const collections = arrayOf(metadata.collections).flatMap((one) => {
		const { collection_name: name } = objectOf(one)
		return lineOf(name ?? one) ?? []
	})
	const [first, ...others] = arrayOf(metadata.reviews).map(objectOf)
	const { text, date, spoiler, visibility } = objectOf(first?.review)
	const isPrivate = stringOf(visibility).toLowerCase() === 'private'
	return toGame(line, metadata.title ?? metadata.source_id, {
		key: `${source} ${identifier}`,
		ids: source === 'igdb' ? toIds('igdb', identifier) : source === 'giant_bomb' ? toIds('giantbomb', identifier) : [],
		statuses: [lineOf(seen[0]?.state), ...collections],
		rating: reader.rating(first?.rating, 'rating', 100),
		plays: seen.flatMap((one) => ofSeen(one, reader)),
		review: isPrivate ? null : toReview([text], { containsSpoilers: spoiler === true, writtenAt: readTime(date) }),
		note: noteOf(
			isPrivate && named('Private review on Ryot', text),
			...others.map((review) => named('Another review on Ryot', objectOf(review.review).text)),
			named('Collections on Ryot', collections),
		),
		changedAt: readTime(date),
		errors: reader.errors,
	})
}

/** The last one first. */
const byDay = (a: Fields, b: Fields) => {
	const [dayA, dayB] = [a, b].map(({ ended_on: end, started_on: start }) => stringOf(end) || stringOf(start))
	return (dayB ?? '').localeCompare(dayA ?? '')
}

const OUTCOMES: Readonly<Record<string, ImportedPlay['outcome']>> = { completed: 'finished', dropped: 'abandoned' }

function ofSeen(seen: Fields, reader: RowReader): ImportedPlay[] {
	const startedOn = reader.date(seen.started_on, 'started_on')
	const endedOn = reader.date(seen.ended_on, 'ended_on')
	const state = stringOf(seen.state).toLowerCase()
	const plays = toPlays({
		key: [startedOn, endedOn, state].join(' '),
		startedOn,
		endedOn,
		outcome: OUTCOMES[state] ?? null,
		minutes: reader.minutes(seen.manual_time_spent, 'manual_time_spent', 'seconds'),
	})
	const providers = arrayOf(seen.providers_consumed_on ?? (seen.provider_watched_on ? [seen.provider_watched_on] : []))
	return plays.map((play) => ({ ...play, note: named('Played on', providers) }))
}
