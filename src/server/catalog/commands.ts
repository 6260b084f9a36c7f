import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { access, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Config } from '#server/config.ts'
import { type ParsedCommand, parseId, parseIds } from './command-arguments.ts'
import type { Command } from './command-help.ts'
import { exportGames } from './export-games.ts'
import { findGameDetails } from './game-details.ts'
import { createFileSource } from './json-lines.ts'
import { keepGamesApart, mergeGames } from './merge-games.ts'
import { findGameDetailsByIds, listUnsurePairs } from './queries-game-details.ts'
import { setImagesHidden } from './queries-missing-images.ts'
import { formatGame, formatPair, pluralize } from './report.ts'
import { runImport } from './run-import.ts'
import { SOURCES } from './sources.ts'
import { withDatabase } from './with-database.ts'

const PAIR_PAGE_SIZE = 50
const MAX_PAIRS = 1_000_000

type Print = (sentence: string) => void
/** Runs a command. Returns false if it did not do everything. */
type RunCommand = (parsed: ParsedCommand, config: Config, print: Print) => Promise<boolean>

export const COMMANDS: Readonly<Record<Command, RunCommand>> = {
	import: importSource,
	refresh: refreshSource,
	show: showGames,
	unsure: printUnsurePairs,
	merge: mergeTwoGames,
	'keep-apart': keepTwoGamesApart,
	'no-image': changeImages,
	export: exportCatalog,
}

async function importSource(parsed: ParsedCommand, config: Config, print: Print): Promise<boolean> {
	const [sourceName = ''] = parsed.operands
	const createSource = SOURCES[sourceName]
	if (!createSource) await access(sourceName)
	const source = createSource ? createSource(config, print) : createFileSource(sourceName, parsed.options.source)
	return runImport({ source, sourceName, parsed, config, print })
}

async function refreshSource(parsed: ParsedCommand, config: Config, print: Print): Promise<boolean> {
	const [sourceName = ''] = parsed.operands
	const createSource = SOURCES[sourceName]
	if (!createSource) throw new Error(`There is no source ${sourceName}`)
	return runImport({ source: createSource(config, print), sourceName, parsed, config, print })
}

function showGames({ operands }: ParsedCommand, config: Config, print: Print): Promise<boolean> {
	return withDatabase(config, async ({ db }) => {
		const idOrName = operands.join(' ')
		const games = await findGameDetails(db, idOrName.replace(/^#(?=\d+$)/, ''))
		for (const game of games) print(`${formatGame(game)}\n`)
		if (games.length === 0) print(`There is no game "${idOrName}".`)
		return games.length > 0
	})
}

function printUnsurePairs({ options }: ParsedCommand, config: Config, print: Print): Promise<boolean> {
	return withDatabase(config, async ({ db }) => {
		const { pairs, total } = await listUnsurePairs(db, options.all ? MAX_PAIRS : PAIR_PAGE_SIZE)
		if (total === 0) print('There are no unsure pairs.')
		else print(`${pluralize(total, 'pair')} of games may be the same.\n`)
		for (let offset = 0; offset < pairs.length; offset += PAIR_PAGE_SIZE) {
			const page = pairs.slice(offset, offset + PAIR_PAGE_SIZE)
			const games = await findGameDetailsByIds(db, [...new Set(page.flatMap(({ one, other }) => [one, other]))])
			const byId = new Map(games.map((game) => [game.id, game]))
			for (const pair of page) print(`${formatPair(pair, byId)}\n`)
		}
		if (total > pairs.length) print(`… and ${pluralize(total - pairs.length, 'more pair')}: --all lists them.`)
		return true
	})
}

function mergeTwoGames(parsed: ParsedCommand, config: Config, print: Print): Promise<boolean> {
	return withDatabase(config, async ({ db }) => {
		const [target, duplicate] = parseIds(parsed)
		const { id, reviews, lists, olderReviews } = await mergeGames(db, target, duplicate, {
			clock: Date.now,
			keepNewest: parsed.options['keep-newest'],
		})
		print(
			`Game ${duplicate} is now part of game ${id}: ${pluralize(reviews, 'review')} and ${pluralize(lists, 'list entry', 'list entries')} moved${olderReviews > 0 ? `, ${pluralize(olderReviews, 'older review')} deleted` : ''}.`,
		)
		return true
	})
}

function keepTwoGamesApart(parsed: ParsedCommand, config: Config, print: Print): Promise<boolean> {
	return withDatabase(config, async ({ db }) => {
		const [one, other] = parseIds(parsed)
		await keepGamesApart(db, one, other, Date.now)
		print(`Games ${one} and ${other} will be kept separate.`)
		return true
	})
}

function changeImages(parsed: ParsedCommand, config: Config, print: Print): Promise<boolean> {
	return withDatabase(config, async ({ db }) => {
		const id = parseId(parsed, 0)
		const name = await setImagesHidden(db, id, !parsed.options.undo)
		if (name === undefined) print(`There is no game ${id}.`)
		else if (parsed.options.undo) print(`The images of "${name}" are shown again.`)
		else print(`The images of "${name}" are taken down. Browsers may show cached copies for up to 30 days.`)
		return name !== undefined
	})
}

function exportCatalog({ operands: [file] }: ParsedCommand, config: Config, print: Print): Promise<boolean> {
	return withDatabase(config, async ({ db }) => {
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
		print(`${pluralize(count, 'game')} written to ${file}.`)
		return true
	})
}

/** Writes a file completely or not at all. Writes directly to anything that is not a regular file, such as a pipe. */
async function writeFileAtomically(file: string, lines: AsyncIterable<string>): Promise<void> {
	const isSpecialFile = await stat(file).then(
		(stats) => !stats.isFile(),
		() => false,
	)
	const target = isSpecialFile ? file : `${file}.unfinished`
	const gzip = file.endsWith('.gz') ? [createGzip()] : []
	try {
		await pipeline([Readable.from(lines), ...gzip, createWriteStream(target, { flush: !isSpecialFile })])
		if (!isSpecialFile) await rename(target, file)
	} catch (error) {
		if (!isSpecialFile) await rm(target, { force: true })
		throw error
	}
}
