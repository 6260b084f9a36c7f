// `npm run bench`: prints how the site compares with the least that could be done. `npm run bench -- home game` runs
// what has one of the words in its title, `--small` makes a quick round on little data to see that all of it works.
// Most of it needs a PostgreSQL server at BENCH_DATABASE_URL.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { apiCases, type Case, homeCases, SECRET_KEY } from './cases.ts'
import { type Compared, compare } from './compare.ts'
import { EMBEDDED, fill, LARGE, openServerData, SMALL } from './data.ts'
import { firstLoadBytes } from './first-load.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { printComparisons, printSizes, type Size } from './tables.ts'

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const small = process.argv.includes('--small')
const adminUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const rounds = small ? { rounds: 1, seconds: 0.5 } : { rounds: 3, seconds: 5 }
const restingMs = small ? 500 : 5_000
const CONNECTIONS = '10'
const MEGABYTE = 1024 * 1024

const compared: Compared[] = []
const sizes: Size[] = []
const say = (sentence: string) => console.log(sentence)
const wanted = (title: string) => words.length === 0 || words.some((word) => title.includes(word))

// plain JavaScript, which runs before anything is installed
const { ensureBuilt }: { ensureBuilt: () => Promise<void> } = await import(
	new URL('../scripts/built.mjs', import.meta.url).href
)
await ensureBuilt()
const folder = await mkdtemp(join(tmpdir(), 'savepoint-bench-'))
let onServer: boolean
try {
	onServer = await benchPostgresql()
	await benchEmbedded(!onServer)
} finally {
	await rm(folder, { recursive: true, force: true })
}
say(
	`\nNode ${process.version}, ${cpus().length} cores, 32 connections, median of ${rounds.rounds} rounds of ${rounds.seconds} s${small ? ' on little data: the numbers mean nothing' : ''}.`,
)
printComparisons(compared)
printSizes(sizes)
if (!onServer)
	say(`\nMissing: everything on PostgreSQL. No server answers at ${adminUrl}; BENCH_DATABASE_URL names another.`)

/** Everything on a PostgreSQL server; false where there is none. */
async function benchPostgresql(): Promise<boolean> {
	const titles = ['reviews, postgresql', 'game, postgresql', 'memory, postgresql', ...titlesOfPages()]
	if (!titles.some(wanted)) return true
	const size = small ? SMALL : LARGE
	say(`Data on PostgreSQL: ${size.reviews.toLocaleString('en')} reviews (made once, kept for a week)…`)
	let data: { database: Database; url: string }
	try {
		data = await openServerData(adminUrl, small ? 'savepoint_bench_small' : 'savepoint_bench', size, say)
	} catch (error) {
		if (isUnreachable(error)) return false
		throw error
	}
	const cases = await apiCases(data.database)
	await data.database.close()
	const env = { DATABASE_URL: data.url, DATABASE_CONNECTIONS: CONNECTIONS }
	await benchSite('postgresql', { ...env, DATA_DIR: join(folder, 'files') }, env, [...cases, ...homeCases()], true)
	return true
}

/** The same on the embedded database, on data that fits one. */
async function benchEmbedded(withPages: boolean): Promise<void> {
	const titles = ['reviews, embedded', 'game, embedded', 'memory, embedded', ...(withPages ? titlesOfPages() : [])]
	if (!titles.some(wanted)) return
	const size = small ? SMALL : EMBEDDED
	say(`Data in the embedded database: ${size.reviews.toLocaleString('en')} reviews…`)
	const dataDir = join(folder, 'site')
	const database = await openDatabase({ folder: dataDir })
	await fill(database, size, say)
	const cases = await apiCases(database)
	await database.close()
	// two processes cannot share one
	const copy = join(folder, 'bare')
	await cp(dataDir, copy, { recursive: true })
	const pages = withPages ? homeCases() : []
	await benchSite(
		'embedded',
		{ DATABASE_URL: '', DATA_DIR: dataDir },
		{ DATABASE_URL: '', DATA_DIR: copy },
		[...cases, ...pages],
		withPages,
	)
}

async function benchSite(
	kind: Database['kind'],
	siteEnv: Record<string, string>,
	bareEnv: Record<string, string>,
	cases: readonly Case[],
	withPages: boolean,
): Promise<void> {
	await using site = await startServer(new URL('../src/main.ts', import.meta.url), {
		...siteEnv,
		SECRET_KEY,
		LOG_LEVEL: 'info',
		RATE_LIMIT_FACTOR: '1000000',
		PUBLIC_URL: '',
	})
	if (wanted(`memory, ${kind}`)) sizes.push(await memoryAtRest(kind, site))
	if (withPages && wanted('javascript, home'))
		sizes.push({ title: 'javascript, home', size: (await firstLoadBytes(site)) / 1000, unit: 'kB', aim: 115 })
	const chosen = cases.filter(({ title }) => wanted(title))
	if (chosen.length === 0) return
	await using bare = await startServer(new URL('./bare-server.ts', import.meta.url), bareEnv)
	for (const measured of chosen) {
		say(`${measured.title}…`)
		compared.push(await compare(measured, site, bare, rounds))
	}
}

async function memoryAtRest(kind: Database['kind'], site: ServerProcess): Promise<Size> {
	await new Promise((resolve) => setTimeout(resolve, restingMs))
	const { residentBytes } = await site.usage()
	return {
		title: `memory, ${kind}`,
		size: residentBytes / MEGABYTE,
		unit: 'MB',
		aim: kind === 'postgresql' ? 150 : 550,
	}
}

function titlesOfPages(): string[] {
	return [...homeCases().map(({ title }) => title), 'javascript, home']
}

function isUnreachable(error: unknown): boolean {
	return /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ENOENT|EAI_AGAIN|28\w{3})$/.test((error as { code?: string }).code ?? '')
}
