// `npm run bench`: compares the site with a bare server. `npm run bench -- home game` runs only cases whose title contains
// one of the words, such as `imports` or `titles` (`growth`, `soak` and `scroll` only run when asked for); `--small` makes a quick round on little data to check that
// everything works. They run on the PostgreSQL server at BENCH_DATABASE_URL, on the local one, or else on a new one.

import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import { startCluster } from '#kit/peers/postgres-cluster.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
// Ends the process before the site is loaded if the arguments are wrong or ask for help
import { small, words } from './arguments.ts'
import { type Case, homeCases, type Request, readCases, writeCases } from './cases.ts'
import { measureDayChange } from './change-of-day.ts'
import { type Comparison, compareCase, compareRequests, type Flatness } from './compare.ts'
import { LARGE, openServerData, SMALL } from './data.ts'
import { measureFirstLoadBytes } from './first-load.ts'
import { type GrowthRow, measureGrowth } from './growth.ts'
import { measureImports } from './imports.ts'
import { measureMemory } from './memory.ts'
import { measureLatency, measureProcesses, measureSoak, measureStart, type OperationFigure } from './operation.ts'
import { BURST } from './rankings.ts'
import { findSubjects } from './read-calls.ts'
import { measureRecommendations } from './recommendations.ts'
import { SECRET_KEY, startRecordingApi } from './recording-api.ts'
import { measureRefresh } from './refresh-recommendations.ts'
import { measureScroll } from './scroll.ts'
import { compareSearches, type QualityRow } from './search-quality.ts'
import { startServer } from './server-process.ts'
import { measureSkew } from './skew.ts'
import {
	printComparisons,
	printFlatness,
	printGrowth,
	printOperation,
	printPairs,
	printQuality,
	printSizes,
	type Size,
} from './tables.ts'
import { measureTitleSearch } from './title-search.ts'
import {
	copyDatabase,
	createDatabase,
	dropDatabase,
	findPgbench,
	IMPRESSIONS,
	measurePairs,
	type PairResult,
} from './write-pairs.ts'

const adminUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const rounds = small ? { rounds: 1, seconds: 0.5 } : { rounds: 3, seconds: 5 }
const CONNECTIONS = '10'

// Plain JavaScript without types, because it also runs before packages are installed
const {
	compileCacheEnv,
	memoryEnv,
}: Record<'compileCacheEnv' | 'memoryEnv', Record<string, string>> = await import(
	new URL('../scripts/processes.mjs', import.meta.url).href
)
const { ensureBuilt }: { ensureBuilt: () => Promise<void> } = await import(
	new URL('../scripts/web-build.mjs', import.meta.url).href
)

// Started as `npm start` does
const SITE_ENV = {
	...compileCacheEnv,
	...memoryEnv,
	SECRET_KEY,
	LOG_LEVEL: 'info',
	RATE_LIMIT_FACTOR: '1000000',
	PUBLIC_URL: '',
}

const COMPARISONS: Comparison[] = []
const FLATNESS: Flatness[] = []
const SIZES: Size[] = []
const PAIRS: PairResult[] = []
const GROWTH: GrowthRow[] = []
const OPERATION: OperationFigure[] = []
const QUALITY: QualityRow[] = []
const log = (sentence: string) => console.log(sentence)
const isSelected = (title: string) => words.length === 0 || words.some((word) => title.includes(word))

await ensureBuilt()
const folder = await mkdtemp(join(tmpdir(), 'savepoint-bench-'))
const cluster = (await canConnect(adminUrl)) ? undefined : await startCluster({ settings: { fsync: 'on' } })
const serverUrl = cluster?.url ?? adminUrl
if (cluster)
	log(`No server answers at ${adminUrl}, so a new one starts for this run; BENCH_DATABASE_URL names another.`)
try {
	await benchMemory()
	await benchRecommendations()
	await benchImports()
	await benchTitles()
	// Nothing else needs the large data then
	if (!words.length || words.some((word) => !/^(memory|recommendations|imports|titles|quality)/.test(word)))
		await benchServer()
} finally {
	// Also what was measured before an error
	printFigures()
	await cluster?.[Symbol.asyncDispose]()
	await rm(folder, { recursive: true, force: true })
}

function printFigures(): void {
	log(
		`\nNode ${process.version}, ${cpus().length} cores, 32 connections, median of ${rounds.rounds} rounds of ${rounds.seconds} s${small ? ' on little data: the numbers are meaningless' : ''}.`,
	)
	printComparisons(COMPARISONS)
	printFlatness(FLATNESS)
	printPairs(PAIRS)
	printGrowth(GROWTH)
	printOperation(OPERATION)
	printQuality(QUALITY)
	printSizes(SIZES)
}

/** Measures the memory of a new site with the bundled server, of one with two workers, and of one on another server. */
async function benchMemory(): Promise<void> {
	const options = { folder, calls: small ? 300 : 12_000, log }
	if (isSelected('memory, bundled'))
		OPERATION.push(...(await measureMemory('bundled', { ...SITE_ENV, DATABASE_URL: '' }, options)))
	if (isSelected('memory, workers'))
		OPERATION.push(...(await measureMemory('workers', { ...SITE_ENV, DATABASE_URL: '', WORKERS: '2' }, options)))
	if (!isSelected('memory, server')) return
	const name = 'savepoint_bench_memory'
	const url = await createDatabase(serverUrl, name)
	try {
		OPERATION.push(...(await measureMemory('server', { ...SITE_ENV, DATABASE_URL: url }, options)))
	} finally {
		await dropDatabase(serverUrl, name)
	}
}

/** Measures recommendations on ratings of films, and how they are learned from a million ratings of games. */
async function benchRecommendations(): Promise<void> {
	const title = 'recommendations'
	if (!isSelected(title)) return
	log(`${title}…`)
	const figures = await measureRecommendations()
	if (figures) OPERATION.push(...figures)
	else log(`${title}: missing, because this machine has no ratings of films (Debian: r-cran-dslabs).`)
	log(`${title}, refreshed beside a serving site…`)
	const name = 'savepoint_bench_recommendations'
	const people = small ? 2_000 : 20_000
	const { database, url } = await openServerData(serverUrl, name, { ...SMALL, games: people, users: people }, log)
	try {
		const env = { ...SITE_ENV, DATABASE_URL: url, DATA_DIR: join(folder, 'recommendations') }
		OPERATION.push(...(await measureRefresh(env, database.db, people)))
	} finally {
		await database.close()
		// The ratings have changed it
		await dropDatabase(serverUrl, name)
	}
}

/** Measures an import of as many games as one may have. */
async function benchImports(): Promise<void> {
	const title = 'imports'
	if (!isSelected(title)) return
	log(`${title}…`)
	const games = small ? SMALL.games : IMPORT_LIMITS.rows
	const name = 'savepoint_bench_imports'
	const { database, url } = await openServerData(serverUrl, name, { ...SMALL, games }, log)
	try {
		const env = { ...SITE_ENV, DATABASE_URL: url, DATA_DIR: join(folder, 'import-files') }
		OPERATION.push(...(await measureImports(env, database.db, games)))
	} finally {
		await database.close()
		// The import has changed it
		await dropDatabase(serverUrl, name)
	}
}

/** Measures searches of many titles, and compares what a search finds with other engines. */
async function benchTitles(): Promise<void> {
	const quality = 'quality of searches'
	const titles = 'titles, searches of many'
	for (const [title, measure] of [
		[quality, async (url) => void QUALITY.push(...(await compare(url)))],
		[
			titles,
			async (url) =>
				void OPERATION.push(
					...(await measureTitleSearch(
						url,
						{ ...SITE_ENV, DATABASE_CONNECTIONS: CONNECTIONS, DATA_DIR: join(folder, 'titles') },
						small ? 5_000 : 350_000,
						rounds,
					)),
				),
		],
	] satisfies [string, (url: string) => Promise<void>][]) {
		if (!isSelected(title)) continue
		log(`${title}…`)
		const name = 'savepoint_bench_titles'
		try {
			await measure(await createDatabase(serverUrl, name))
		} finally {
			await dropDatabase(serverUrl, name)
		}
	}
}

async function compare(url: string): Promise<QualityRow[]> {
	const database = await openDatabase({ url })
	try {
		return await compareSearches(database)
	} finally {
		await database.close()
	}
}

/** Runs everything that needs the large data. */
async function benchServer(): Promise<void> {
	const size = small ? SMALL : LARGE
	log(`Data: ${size.reviews.toLocaleString('en')} reviews (generated once a week)…`)
	const name = small ? 'savepoint_bench_small' : 'savepoint_bench'
	const { database, url } = await openServerData(serverUrl, name, size, log)
	await using api = await startRecordingApi(database)
	const reads = await readCases(database, api)
	const env = { DATABASE_URL: url, DATABASE_CONNECTIONS: CONNECTIONS }
	const siteEnv = { ...env, DATA_DIR: join(folder, 'files') }
	await benchSite(siteEnv, env, [...reads, ...homeCases()], true)
	// Recorded just before they run, because recording needs values that have not been written yet
	const hasWrites = ['like', 'comment', 'follow', 'rating'].some(isSelected)
	const writes = hasWrites ? (await writeCases(database, api)).filter(({ title }) => isSelected(title)) : []
	await benchSite(siteEnv, env, writes, false)
	for (const { undo } of writes) await undo?.(database.db)
	FLATNESS.push(...(await measureSkew(database.db, { ...SITE_ENV, ...siteEnv }, isSelected, rounds, log)))
	await benchFlatness(siteEnv, database)
	await benchOperation({ ...SITE_ENV, ...siteEnv }, database)
	await database.close()
	await benchWritePairs(name)
	// Fills another database, so it has to be asked for
	if (words.includes('growth'))
		GROWTH.push(...(await measureGrowth(serverUrl, { ...SITE_ENV, ...siteEnv }, rounds, log)))
}

/** Measures starts, two processes, latencies under load and, if asked for, memory over half an hour. */
async function benchOperation(env: Record<string, string>, database: Database): Promise<void> {
	const subjects = await findSubjects(database.db)
	for (const [title, measure] of [
		['start', async () => [await measureStart(env)]],
		['processes', async () => [await measureProcesses(env, rounds)]],
		['percentile', () => measureLatency(env, subjects, rounds)],
		['soak', () => measureSoak(env, subjects)],
		['scroll', () => measureScroll(env)],
	] satisfies [string, () => Promise<OperationFigure[]>][]) {
		// Half an hour, and a browser: they have to be asked for
		if (title === 'soak' || title === 'scroll' ? !words.includes(title) : !isSelected(title)) continue
		log(`${title}…`)
		OPERATION.push(...(await measure()))
	}
}

/** Measures writes by the server alone, against the smallest exact form of each. */
async function benchWritePairs(source: string): Promise<void> {
	const title = 'write pairs'
	if (!isSelected(title)) return
	const pgbench = await findPgbench()
	if (!pgbench) return log(`${title}: missing, because this machine has no pgbench (Debian: postgresql-contrib).`)
	log(`${title}…`)
	const url = await copyDatabase(serverUrl, source, `${source}_writes`)
	try {
		await measureWrites(url, pgbench)
	} finally {
		await dropDatabase(serverUrl, `${source}_writes`)
	}
}

async function measureWrites(url: string, pgbench: string): Promise<void> {
	const { pairs, impressionBatchMs, longestRefreshMs, burstSeconds } = await measurePairs(url, pgbench, {
		folder,
		rounds: rounds.rounds,
		seconds: small ? 1 : 30,
		log,
	})
	PAIRS.push(...pairs)
	SIZES.push({
		title: `batch of ${IMPRESSIONS.toLocaleString('en')} impressions`,
		size: impressionBatchMs,
		unit: 'ms',
		aim: 30,
	})
	// Each begins a second after the last one, and rankings may be five seconds late
	SIZES.push({ title: 'longest refresh of rankings beside writes', size: longestRefreshMs, unit: 'ms', aim: 4_000 })
	SIZES.push({ title: `rankings after ${BURST.toLocaleString('en')} likes`, size: burstSeconds, unit: 's', aim: 60 })
	const { rows, microsecondsPerRow, longestLikeMs, likes } = await measureDayChange(url)
	log(`change of day: ${rows.toLocaleString('en')} rows, ${likes.toLocaleString('en')} likes meanwhile`)
	SIZES.push({ title: 'change of day, per row', size: microsecondsPerRow, unit: 'µs', aim: 150 })
	SIZES.push({ title: 'longest like during a change of day', size: longestLikeMs, unit: 'ms', aim: 150 })
}

/** Measures that a page costs the same at any depth and with any amount of data. */
async function benchFlatness(siteEnv: Record<string, string>, database: Database): Promise<void> {
	const depthTitle = 'page 100 of reviews against page 1'
	const sizeTitle = '1,000,000 reviews against 10,000'
	if (small || !(isSelected(depthTitle) || isSelected(sizeTitle))) return
	await using site = await startServer(new URL('../src/main.ts', import.meta.url), { ...SITE_ENV, ...siteEnv })
	const get = (path: string): Request => ({ method: 'GET', path, headers: {} })
	const newest = get('/api/reviews?limit=12')
	log(`${depthTitle}…`)
	FLATNESS.push(
		await compareRequests(
			depthTitle,
			2,
			[
				[site, newest],
				[site, get('/api/reviews?limit=12&page=100')],
			],
			rounds,
		),
	)
	const little = await openServerData(serverUrl, 'savepoint_bench_small', SMALL, log)
	const [here, there] = [await findSubjects(little.database.db), await findSubjects(database.db)]
	await little.database.close()
	await using other = await startServer(new URL('../src/main.ts', import.meta.url), {
		...SITE_ENV,
		...siteEnv,
		DATABASE_URL: little.url,
		DATA_DIR: join(folder, 'other-files'),
	})
	for (const [title, path] of [
		['newest reviews', () => '/api/reviews?limit=12'],
		['popular reviews', () => '/api/reviews/popular-reviews?period=month'],
		['reviews of a game', ({ game }) => `/api/reviews?limit=12&gameId=${game}`],
		['popular games', () => '/api/games/popular?limit=12&page=1&period=week'],
		['comments of a review', ({ review }) => `/api/comments/review/${review}`],
	] satisfies [string, (subjects: Awaited<ReturnType<typeof findSubjects>>) => string][]) {
		log(`${title}, ${sizeTitle}…`)
		FLATNESS.push(
			await compareRequests(
				`${title}, ${sizeTitle}`,
				1.3,
				[
					[other, get(path(here))],
					[site, get(path(there))],
				],
				rounds,
			),
		)
	}
}

async function benchSite(
	siteEnv: Record<string, string>,
	bareEnv: Record<string, string>,
	cases: readonly Case[],
	withPages: boolean,
): Promise<void> {
	await using site = await startServer(new URL('../src/main.ts', import.meta.url), {
		...SITE_ENV,
		...siteEnv,
	})
	if (withPages && isSelected('javascript, home'))
		SIZES.push({ title: 'javascript, home', size: (await measureFirstLoadBytes(site)) / 1000, unit: 'kB', aim: 120 })
	const selected = cases.filter(({ title }) => isSelected(title))
	if (selected.length === 0) return
	await using bare = await startServer(new URL('./bare-server.ts', import.meta.url), bareEnv)
	for (const measured of selected) {
		const result = await compareCase(measured, site, bare, rounds)
		log(`${measured.title}: ${result.percent.toFixed(0)} %`)
		COMPARISONS.push(result)
	}
}

/** Whether the server accepts our connection. */
async function canConnect(url: string): Promise<boolean> {
	const client = new pg.Client({ connectionString: url })
	try {
		await client.connect()
		await client.end()
		return true
	} catch (error) {
		if (/^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ENOENT|EAI_AGAIN|28\w{3})$/.test((error as { code?: string }).code ?? ''))
			return false
		throw error
	}
}
