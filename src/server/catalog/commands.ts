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
import { type ParsedCommand, parseId, parseIds } from './command-arguments.ts'
import type { Command } from './command-help.ts'
import { exportGames } from './export-games.ts'
import { findGameDetails } from './game-details.ts'
import { importCatalog } from './import.ts'
import { withImportLock } from './import-lock.ts'
import { createFileSource } from './json-lines.ts'
import { keepGamesApart, mergeGames } from './merge-games.ts'
import { findGameDetailsByIds, listUnsurePairs } from './queries-game-details.ts'
import { setImagesHidden } from './queries-missing-images.ts'
import { formatCounts, formatGame, pluralize, formatPair, formatReport } from './report.ts'
import type { CatalogSource, StartPosition } from './source.ts'
import { SOURCES } from './sources.ts'

// Larger ones are not faster there, and take hundreds of megabytes more
const EMBEDDED_BATCH_ROWS = 200
const PAIR_PAGE_SIZE = 50
// A batch takes longer than a request may
const CONNECTION_WAIT_MS = 10_000

type Print = (sentence: string) => void

/** What each command does; false when it was not done whole. */
export const COMMANDS: Readonly<Record<Command, (asked: ParsedCommand, config: Config, say: Print) => Promise<boolean>>> = {
	async import(asked, config, say) {
		const [named = ''] = asked.operands
		const network = SOURCES[named]
		if (!network) await access(named)
		const source = network ? network(config, say) : createFileSource(named, asked.options.source)
		return runImport(source, named, asked, config, say)
	},

	refresh(asked, config, say) {
		const [named = ''] = asked.operands
		const source = SOURCES[named]
		if (!source) throw new Error(`There is no source ${named}`)
		return runImport(source(config, say), named, asked, config, say)
	},

	show: ({ operands: words }, config, say) =>
		withDatabase(config, async ({ db }) => {
			const named = words.join(' ')
			const games = await findGameDetails(db, named.replace(/^#(?=\d+$)/, ''))
			for (const game of games) say(`${formatGame(game)}\n`)
			if (games.length === 0) say(`There is no game "${named}".`)
			return games.length > 0
		}),

	unsure: ({ options }, config, say) =>
		withDatabase(config, async ({ db }) => {
			const { pairs, total } = await listUnsurePairs(db, options.all ? 1_000_000 : PAIR_PAGE_SIZE)
			if (total === 0) say('No two games are unsure.')
			else say(`${pluralize(total, 'pair')} of games may be the same.\n`)
			for (let at = 0; at < pairs.length; at += PAIR_PAGE_SIZE) {
				const some = pairs.slice(at, at + PAIR_PAGE_SIZE)
				const games = await findGameDetailsByIds(db, [...new Set(some.flatMap(({ one, other }) => [one, other]))])
				const byId = new Map(games.map((game) => [game.id, game]))
				for (const pair of some) say(`${formatPair(pair, byId)}\n`)
			}
			if (total > pairs.length) say(`… and ${pluralize(total - pairs.length, 'more pair')}: --all lists them.`)
			return true
		}),

	merge: (asked, config, say) =>
		withDatabase(config, async ({ db }) => {
			const [kept, other] = parseIds(asked)
			const merged = await mergeGames(db, kept, other, {
				clock: Date.now,
				keepNewest: asked.options['keep-newest'],
			})
			say(
				`Game ${other} is now part of game ${merged.id}: ${pluralize(merged.reviews, 'review')} and ${pluralize(merged.lists, 'list entry', 'list entries')} moved${merged.olderReviews > 0 ? `, ${pluralize(merged.olderReviews, 'older review')} deleted` : ''}.`,
			)
			return true
		}),

	'keep-apart': (asked, config, say) =>
		withDatabase(config, async ({ db }) => {
			const [one, other] = parseIds(asked)
			await keepGamesApart(db, one, other, Date.now)
			say(`The games ${one} and ${other} are two.`)
			return true
		}),

	'no-image': (asked, config, say) =>
		withDatabase(config, async ({ db }) => {
			const id = parseId(asked, 0)
			const name = await setImagesHidden(db, id, !asked.options.undo)
			if (name === undefined) say(`There is no game ${id}.`)
			else if (asked.options.undo) say(`The pictures of "${name}" are shown again.`)
			else say(`The pictures of "${name}" are down. Browsers that have seen them may show them for up to 30 days.`)
			return name !== undefined
		}),

	export: ({ operands: [file] }, config, say) =>
		withDatabase(config, async ({ db }) => {
			let count = 0
			async function* lines() {
				for await (const line of exportGames(db)) {
					count++
					yield `${line}\n`
				}
			}
			if (file === undefined) {
				for await (const line of lines()) if (!process.stdout.write(line)) await once(process.stdout, 'drain')
				return true
			}
			await writeFileAtomically(file, lines())
			say(`${pluralize(count, 'game')} written to ${file}.`)
			return true
		}),
}

async function runImport(source: CatalogSource, named: string, asked: ParsedCommand, config: Config, say: Print): Promise<boolean> {
	const stop = new AbortController()
	const onSignal = () => {
		say('Stopping after what is being written…')
		stop.abort()
	}
	process.once('SIGINT', onSignal)
	process.once('SIGTERM', onSignal)
	const dryRun = asked.options['dry-run']
	const refresh = asked.command === 'refresh'
	const onBegin = ({ checkpoint, since }: StartPosition) => {
		if (checkpoint !== undefined) say('Going on from where an earlier import ended; --from-start would begin anew.')
		if (since !== undefined) say(`Only what has changed since ${since} is read.`)
		else if (refresh && checkpoint === undefined)
			say(`${named} has not been imported to its end before, so everything is read.`)
	}
	try {
		return await withDatabase(config, (database) =>
			withImportLock(database, async () => {
				say(
					`${dryRun ? 'Rehearsing' : 'Importing'} ${named} into the ${database.kind === 'embedded' ? 'embedded database' : 'PostgreSQL database'}…`,
				)
				const report = await importCatalog(database.db, source, {
					clock: Date.now,
					signal: stop.signal,
					onProgress: (progress) => say(formatCounts(progress)),
					onStart: onBegin,
					refresh,
					fromStart: asked.options['from-start'],
					dryRun,
					...(database.kind === 'embedded' ? { batchRows: EMBEDDED_BATCH_ROWS } : {}),
				})
				say(formatReport(report, dryRun))
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
					connectionTimeoutMs: CONNECTION_WAIT_MS,
					onConnectionLost: throwError,
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
function throwError(error: Error): never {
	throw error
}

/** Writes a file that is there whole or not at all; into what is no file, such as a pipe, straight away. */
async function writeFileAtomically(file: string, lines: AsyncIterable<string>): Promise<void> {
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
