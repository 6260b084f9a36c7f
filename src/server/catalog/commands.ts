import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Asked, idIn, idsIn } from './command-arguments.ts'
import type { Command } from './command-help.ts'
import { exportedGames } from './export-games.ts'
import { toldGames } from './game-details.ts'
import { importCatalog } from './import.ts'
import { oneAtATime } from './import-lock.ts'
import { jsonLinesFile } from './json-lines.ts'
import { keepApart, mergeGames } from './merge-games.ts'
import { gamesToTell, unsurePairs } from './queries-game-details.ts'
import { setNoImage } from './queries-no-image.ts'
import { countsText, gameText, many, pairText, reportText } from './report.ts'
import type { CatalogSource, ReadFrom } from './source.ts'
import { SOURCES } from './sources.ts'

// Larger ones are not faster there, and take hundreds of megabytes more
const EMBEDDED_BATCH_ROWS = 200
const PAIRS_SHOWN = 50
// A batch takes longer than a request may
const CONNECTION_WAIT_MS = 10_000

type Say = (sentence: string) => void

/** What each command does; false when it was not done whole. */
export const COMMANDS: Readonly<Record<Command, (asked: Asked, config: Config, say: Say) => Promise<boolean>>> = {
	async import(asked, config, say) {
		const [named = ''] = asked.words
		const network = SOURCES[named]
		if (!network) await access(named)
		const source = network ? network(config, say) : jsonLinesFile(named, asked.options.source)
		return read(source, named, asked, config, say)
	},

	refresh(asked, config, say) {
		const [named = ''] = asked.words
		const source = SOURCES[named]
		if (!source) throw new Error(`There is no source ${named}`)
		return read(source(config, say), named, asked, config, say)
	},

	show: ({ words }, config, say) =>
		withDatabase(config, async ({ db }) => {
			const named = words.join(' ')
			const games = await toldGames(db, named.replace(/^#(?=\d+$)/, ''))
			for (const game of games) say(`${gameText(game)}\n`)
			if (games.length === 0) say(`There is no game "${named}".`)
			return games.length > 0
		}),

	unsure: ({ options }, config, say) =>
		withDatabase(config, async ({ db }) => {
			const { pairs, total } = await unsurePairs(db, options.all ? 1_000_000 : PAIRS_SHOWN)
			if (total === 0) say('No two games are unsure.')
			else say(`${many(total, 'pair')} of games may be the same.\n`)
			for (let at = 0; at < pairs.length; at += PAIRS_SHOWN) {
				const some = pairs.slice(at, at + PAIRS_SHOWN)
				const games = await gamesToTell(db, [...new Set(some.flatMap(({ one, other }) => [one, other]))])
				const byId = new Map(games.map((game) => [game.id, game]))
				for (const pair of some) say(`${pairText(pair, byId)}\n`)
			}
			if (total > pairs.length) say(`… and ${many(total - pairs.length, 'more pair')}: --all lists them.`)
			return true
		}),

	merge: (asked, config, say) =>
		withDatabase(config, async ({ db }) => {
			const [kept, other] = idsIn(asked)
			const merged = await mergeGames(db, kept, other, {
				clock: Date.now,
				keepNewest: asked.options['keep-newest'],
			})
			say(
				`Game ${other} is now part of game ${merged.id}: ${many(merged.reviews, 'review')} and ${many(merged.lists, 'list entry', 'list entries')} moved${merged.olderReviews > 0 ? `, ${many(merged.olderReviews, 'older review')} deleted` : ''}.`,
			)
			return true
		}),

	'keep-apart': (asked, config, say) =>
		withDatabase(config, async ({ db }) => {
			const [one, other] = idsIn(asked)
			await keepApart(db, one, other, Date.now)
			say(`The games ${one} and ${other} are two.`)
			return true
		}),

	'no-image': (asked, config, say) =>
		withDatabase(config, async ({ db }) => {
			const id = idIn(asked, 0)
			const name = await setNoImage(db, id, !asked.options.undo)
			if (name === undefined) say(`There is no game ${id}.`)
			else if (asked.options.undo) say(`The pictures of "${name}" are shown again.`)
			else say(`The pictures of "${name}" are down. Browsers that have seen them may show them for up to 30 days.`)
			return name !== undefined
		}),

	export: ({ words: [file] }, config, say) =>
		withDatabase(config, async ({ db }) => {
			let count = 0
			async function* lines() {
				for await (const line of exportedGames(db)) {
					count++
					yield `${line}\n`
				}
			}
			if (file === undefined) {
				for await (const line of lines()) if (!process.stdout.write(line)) await once(process.stdout, 'drain')
				return true
			}
			await writeWhole(file, lines())
			say(`${many(count, 'game')} written to ${file}.`)
			return true
		}),
}

async function read(source: CatalogSource, named: string, asked: Asked, config: Config, say: Say): Promise<boolean> {
	const stop = new AbortController()
	const onSignal = () => {
		say('Stopping after what is being written…')
		stop.abort()
	}
	process.once('SIGINT', onSignal)
	process.once('SIGTERM', onSignal)
	const dryRun = asked.options['dry-run']
	const refresh = asked.command === 'refresh'
	const onBegin = ({ checkpoint, since }: ReadFrom) => {
		if (checkpoint !== undefined) say('Going on from where an earlier import ended; --from-start would begin anew.')
		if (since !== undefined) say(`Only what has changed since ${since} is read.`)
		else if (refresh && checkpoint === undefined)
			say(`${named} has not been imported to its end before, so everything is read.`)
	}
	try {
		return await withDatabase(config, (database) =>
			oneAtATime(database, async () => {
				say(
					`${dryRun ? 'Rehearsing' : 'Importing'} ${named} into the ${database.kind === 'embedded' ? 'embedded database' : 'PostgreSQL database'}…`,
				)
				const report = await importCatalog(database.db, source, {
					clock: Date.now,
					signal: stop.signal,
					onProgress: (progress) => say(countsText(progress)),
					onBegin,
					refresh,
					fromStart: asked.options['from-start'],
					dryRun,
					...(database.kind === 'embedded' ? { batchRows: EMBEDDED_BATCH_ROWS } : {}),
				})
				say(reportText(report, dryRun))
				return report.endedEarly === undefined
			}),
		)
	} finally {
		process.removeListener('SIGINT', onSignal)
		process.removeListener('SIGTERM', onSignal)
	}
}

async function withDatabase(config: Config, work: (database: Database) => Promise<boolean>): Promise<boolean> {
	const database = await openDatabase(
		config.databaseUrl
			? {
					url: config.databaseUrl,
					connections: 3,
					statementTimeoutMs: 0,
					connectionWaitMs: CONNECTION_WAIT_MS,
					onCut: end,
				}
			: { folder: path.resolve(config.dataDir) },
	)
	try {
		await migrate(database.db)
		return await work(database)
	} finally {
		await database.close()
	}
}

/** With a connection goes the lock that keeps other imports out, so that nothing may go on: the error ends the program. */
function end(error: Error): never {
	throw error
}

/** Writes a file that is there whole or not at all; into what is no file, such as a pipe, straight away. */
async function writeWhole(file: string, lines: AsyncIterable<string>): Promise<void> {
	const isOther = await stat(file).then(
		(found) => !found.isFile(),
		() => false,
	)
	const written = isOther ? file : `${file}.unfinished`
	const gzip = file.endsWith('.gz') ? [createGzip()] : []
	try {
		await pipeline([Readable.from(lines), ...gzip, createWriteStream(written, { flush: !isOther })])
		if (!isOther) await rename(written, file)
	} catch (error) {
		if (!isOther) await rm(written, { force: true })
		throw error
	}
}
