import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { measureBurst, refreshBeside } from './rankings.ts'

/** A write of the site beside its smallest exact form, each as a statement of pgbench with the variables :r, :u, :g and :s. */
interface Pair {
	title: string
	site: string
	minimal: string
	/** The aim for the site's rate in percent of the minimal form's. */
	aim: number
}

/** What one form of a write costs the server. */
export interface WriteCost {
	perSecond: number
	/** Bytes of write-ahead log per write. */
	walBytes: number
}

export interface PairResult {
	title: string
	site: WriteCost
	minimal: WriteCost
	/** The site's rate in percent of the minimal form's, and the aim for it. */
	percent: number
	aim: number
}

const CLIENTS = 8
/** Impressions per batch. The aim for one batch is a duration. */
export const IMPRESSIONS = 1_000

const TEXT = `'Every screen is a promise, and the music keeps it. ' || repeat('A rainy weekend well spent. ', 12)`
const PAIRS: readonly Pair[] = [
	{
		title: 'like',
		aim: 60,
		site: `insert into review_likes (review_id, user_id, created_at)
			select r.id, minimal.person(:u), now() from reviews r join visible_users v on v.id = r.user_id where r.id = minimal.review(:r)
			on conflict do nothing`,
		minimal: `with liked as (
				insert into minimal.likes select minimal.review(:r), minimal.person(:u), now() on conflict do nothing returning review_id
			) update minimal.review_counts c set likes = likes + 1 from liked where c.id = liked.review_id`,
	},
	{
		title: 'comment',
		aim: 50,
		site: `insert into comments (id, review_id, user_id, content, created_at)
			select minimal.new_id(), r.id, minimal.person(:u), 'Every screen is a promise.', now() from reviews r where r.id = minimal.review(:r)`,
		minimal: `with commented as (
				insert into minimal.comments select minimal.new_id(), minimal.review(:r), minimal.person(:u), 'Every screen is a promise.', now() returning review_id
			) update minimal.review_counts c set comments = comments + 1 from commented where c.id = commented.review_id`,
	},
	{
		title: 'review',
		aim: 40,
		site: `insert into reviews (id, game_id, user_id, half_stars, platform, description, game_name, created_at, updated_at)
			select minimal.new_id(), g.id, minimal.person(:u), :s, 'PC', ${TEXT}, g.name, now(), now() from games g where g.id = minimal.game(:g)
			on conflict (user_id, game_id) where state in ('published', 'withdrawn') do nothing`,
		minimal: `with written as (
				insert into minimal.reviews select minimal.new_id(), minimal.game(:g), minimal.person(:u), :s, 'PC', null, ${TEXT}, now(), now()
				on conflict (user_id, game_id) do nothing returning game_id, half_stars
			) update minimal.game_counts c set reviews = reviews + 1, rating_sum = rating_sum + half_stars from written where c.id = written.game_id`,
	},
]

const IMPRESSION_BATCH = `select add_impressions(
	array(select minimal.review(1 + floor(random() * :reviews)::int) from generate_series(1, ${IMPRESSIONS})),
	array(select 'v' || n || '-' || :u || '-' || :r from generate_series(1, ${IMPRESSIONS}) n),
	array(select current_date from generate_series(1, ${IMPRESSIONS})), array(select n % 3 = 0 from generate_series(1, ${IMPRESSIONS}) n), array[20, 16, 12], array[3, 12, 48])`

/** Returns the path of pgbench, or undefined if this machine has none. */
export async function findPgbench(): Promise<string | undefined> {
	for (const command of ['pgbench', ...[18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`)])
		if (await promisify(execFile)(command, ['--version']).catch(() => undefined)) return command
	return undefined
}

/** Opens a copy of a database for writes that nobody takes back. Nobody may be connected to the source. */
export async function copyDatabase(adminUrl: string, source: string, name: string): Promise<string> {
	await dropDatabase(adminUrl, name)
	await runAsAdmin(
		adminUrl,
		`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(source)} strategy file_copy`,
	)
	const url = new URL(adminUrl)
	url.pathname = `/${name}`
	return url.href
}

/** Creates an empty database, in place of one that an earlier run left, and returns its URL. */
export async function createDatabase(adminUrl: string, name: string): Promise<string> {
	await dropDatabase(adminUrl, name)
	await runAsAdmin(adminUrl, `create database ${pg.escapeIdentifier(name)} template template0 encoding 'UTF8'`)
	const url = new URL(adminUrl)
	url.pathname = `/${name}`
	return url.href
}

export function dropDatabase(adminUrl: string, name: string): Promise<void> {
	return runAsAdmin(adminUrl, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
	const admin = new pg.Client({ connectionString: adminUrl })
	await admin.connect()
	try {
		await admin.query(statement)
	} finally {
		await admin.end()
	}
}

/**
 * Measures each write of the site against its minimal form, in alternation, on the server alone; a batch of impressions; and how long rankings
 * take to follow, beside these writes and after a burst of likes.
 */
export async function measurePairs(
	url: string,
	pgbench: string,
	{
		folder,
		rounds,
		seconds,
		log,
	}: { folder: string; rounds: number; seconds: number; log: (sentence: string) => void },
): Promise<{ pairs: PairResult[]; impressionBatchMs: number; longestRefreshMs: number; burstSeconds: number }> {
	const refreshesMs: number[] = []
	const client = new pg.Client({ connectionString: url })
	await client.connect()
	try {
		await client.query(await readFile(new URL('./write-pairs.sql', import.meta.url), 'utf8'))
		const { rows } = await client.query<Record<'reviews' | 'users' | 'games', number>>(`select
			(select count(*)::int from reviews) as reviews, (select count(*)::int from users) as users, (select count(*)::int from games) as games`)
		const [size] = rows
		if (!size) throw new Error('The database has no size')
		const run = async (statement: string, clients: number): Promise<WriteCost> => {
			const script = join(folder, 'write.sql')
			await writeFile(
				script,
				`\\set r random(1, ${size.reviews})\n\\set u random(1, ${size.users})\n\\set g random(1, ${size.games})\n\\set s random(1, 10)\n${statement.replaceAll(':reviews', String(size.reviews)).replaceAll(/\s+/g, ' ')};\n`,
			)
			await client.query('checkpoint')
			const before = await readWalBytes(client)
			const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', script]
			const { stdout } = await promisify(execFile)(pgbench, [...options, url])
			const count = readNumber(stdout, /actually processed: (\d+)/)
			return {
				perSecond: readNumber(stdout, /tps = ([\d.]+)/),
				walBytes: ((await readWalBytes(client)) - before) / count,
			}
		}
		const pairs: PairResult[] = []
		for (const { title, site, minimal, aim } of PAIRS) {
			const costs: { site: WriteCost; minimal: WriteCost }[] = []
			for (let round = 0; round < rounds; round++)
				costs.push({
					// With the job, which does a part of its work
					site: await refreshBeside(url, refreshesMs, () => run(site, CLIENTS)),
					minimal: await run(minimal, CLIENTS),
				})
			costs.sort((one, other) => ratio(one) - ratio(other))
			const middle = costs[costs.length >> 1]
			if (!middle) continue
			const percent = ratio(middle) * 100
			log(`${title}: ${percent.toFixed(0)} % of the smallest exact form`)
			pairs.push({ title, ...middle, percent, aim })
		}
		const { perSecond } = await refreshBeside(url, refreshesMs, () => run(IMPRESSION_BATCH, 1))
		const longestRefreshMs = Math.max(...refreshesMs)
		return { pairs, impressionBatchMs: 1000 / perSecond, longestRefreshMs, burstSeconds: await measureBurst(url) }
	} finally {
		await client.end()
	}
}

const ratio = ({ site, minimal }: { site: WriteCost; minimal: WriteCost }) => site.perSecond / minimal.perSecond

function readNumber(text: string, pattern: RegExp): number {
	const number = Number(text.match(pattern)?.[1])
	if (Number.isNaN(number)) throw new Error(`pgbench printed no ${pattern}:\n${text}`)
	return number
}

async function readWalBytes(client: pg.Client): Promise<number> {
	const { rows } = await client.query<{ bytes: string }>(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`)
	return Number(rows[0]?.bytes)
}
