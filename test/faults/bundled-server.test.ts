import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getMe } from '#contract/session-tokens.ts'
import { runAdmin } from '#kit/run-admin.ts'
import { runCommand } from '#kit/run-command.ts'
import { sendSignal } from '#kit/signals.ts'
import {
	createBundledLocation,
	createTransport,
	type DataLocation,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { createWriteLoad, type WriteLoad } from '#kit/write-load.ts'
import { BACKUP } from '#server/backup/backup-command.ts'
import { RESTORE } from '#server/backup/restore-command.ts'
import { readPostmaster as readPostmasterFile } from '#server/db/bundled/postmaster-file.ts'
import { openDatabase } from '#server/db/connect.ts'
import { recount } from '#server/db/recount.ts'
import { call } from '#web/app/api-client.ts'

const PATIENCE = { timeout: 120_000, interval: 20 }
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1)
const WRITERS = 8

// The tests share a place, because a first start takes its time
let place: DataLocation

beforeAll(async () => {
	place = await createBundledLocation()
})

afterAll(() => place[Symbol.asyncDispose]())

test('a first start without DATABASE_URL serves, and its commands work beside it and when it does not run', async () => {
	await using site = await startProcess(place)
	const { token } = await registerUser(site, 'Keeper')
	const readRole = async () => (await call(createTransport(site, token), getMe, {})).user.role
	expect(await runAdmin(place, 'role', 'Keeper', 'admin')).toBe('Keeper is now an admin, and was a member.')
	expect(await readRole()).toBe('admin')
	const file = path.join(place.env.DATA_DIR ?? '', 'while-it-runs.backup')
	expect(await runCommand(BACKUP, [file], place.env)).toContain('and the secret')
	expect(await readRole()).toBe('admin')

	const second = await startProcess(place).catch((error: Error) => error.message)
	expect(second).toContain('One site at a time can use it: stop that one, or set DATA_DIR or DATABASE_URL.')
	expect(await readRole()).toBe('admin')
	expect(await site.stop()).toBe(0)
	expect(findProcesses(place)).toEqual([])

	expect(await runAdmin(place, 'role', 'Keeper', 'admin')).toBe('Keeper is already an admin.')
	expect(findProcesses(place)).toEqual([])
	await using other = await createBundledLocation()
	expect(await runCommand(RESTORE, [file, '--check'], other.env)).toContain('All stored counts are correct.')
	expect(await runAdmin(other, 'role', 'Keeper', 'member', '--yes')).toContain(
		'Keeper is now a member, and was an admin.',
	)
})

test('two workers share the server of their folder', async () => {
	await using site = await startProcess(place, { WORKERS: '2' })
	expect((await fetch(`${site.url}/api/games/popular?limit=1`)).status).toBe(200)
	expect(await site.stop()).toBe(0)
	expect(findProcesses(place)).toEqual([])
})

/** What ends with SIGKILL under the writers; `true` if the site has to be started again. */
const KILLS: readonly [string, (site: SiteProcess) => Promise<boolean>][] = [
	['the site', killSite],
	['the server', () => kill(() => readPostmaster(place))],
	['a connection of the server', () => kill(async () => findBackend(await readPostmaster(place)))],
	[
		'everything at once',
		async (site) => {
			for (const pid of [site.child.pid ?? 0, ...findProcesses(place)]) sendSignal(pid, 'SIGKILL')
			return killSite(site)
		},
	],
]

test('kill -9 of the site, its server, a connection, or all at once loses nothing acknowledged', {
	tags: ['trust-2'],
	timeout: 3_600_000,
}, async () => {
	let site = await startProcess(place)
	onTestFinished(() => site[Symbol.asyncDispose]())
	const options = { writers: WRITERS, prefix: 'killed', mayLoseConnections: true }
	const load = await createWriteLoad(() => site, options)
	for (let round = 0; round < ROUNDS; round++)
		for (const [what, end] of KILLS) {
			load.start()
			await untilMoreIsWritten(load, 60)
			const isGone = await end(site)
			if (isGone) {
				await load.stop()
				site = await startProcess(place)
				load.start()
			}
			await untilMoreIsWritten(load, 60)
			await load.stop()
			await expectNothingLost(load, what)
		}
	expect(await site.stop()).toBe(0)
})

test('a site whose server is gone answers 503 with Retry-After, and goes on when the server is back', async () => {
	await using site = await startProcess(place)
	const ask = async () => {
		const { status, headers } = await fetch(`${site.url}/api/reviews`)
		return status === 503 ? Number(headers.get('retry-after')) > 0 : status
	}
	const server = await readPostmaster(place)
	const all = findProcesses(place)
	for (const pid of all) sendSignal(pid, 'SIGSTOP')
	await expect.poll(ask, PATIENCE).toBe(true)
	for (const pid of all) sendSignal(pid, 'SIGCONT')
	await expect.poll(ask, PATIENCE).toBe(200)
	sendSignal(server, 'SIGKILL')
	await expect.poll(() => readPostmaster(place), PATIENCE).not.toBe(server)
	await expect.poll(ask, PATIENCE).toBe(200)
})

test('an acknowledged write is on the disk: each commit waits for the log to be flushed', async () => {
	await using site = await startProcess(place)
	const flushes = async () => {
		const { db, close } = await openDatabase({ folder: place.env.DATA_DIR ?? '' })
		const { rows } = await sql<{ n: number }>`
			select sum(fsyncs)::int as n from pg_stat_io where object = 'wal' and context = 'normal'`.execute(db)
		await close()
		return rows[0]?.n ?? 0
	}
	const before = await flushes()
	for (let n = 0; n < 5; n++) await registerUser(site, `durable_${n}`)
	// Statistics are flushed a second later
	await expect.poll(async () => (await flushes()) - before, PATIENCE).toBeGreaterThanOrEqual(5)
})

async function killSite(site: SiteProcess): Promise<true> {
	await site.stop('SIGKILL')
	return true
}

/** Kills the process that `find` returns, or the next one if that ended meanwhile. */
async function kill(find: () => Promise<number>): Promise<false> {
	const isKilled = async () => {
		const pid = await find()
		// 0 would be this process
		return pid > 0 && sendSignal(pid, 'SIGKILL')
	}
	await expect.poll(isKilled, PATIENCE).toBe(true)
	return false
}

async function readPostmaster({ env }: DataLocation): Promise<number> {
	const cluster = path.join(env.DATA_DIR ?? '', 'postgres/data')
	return (await readPostmasterFile(cluster))?.pid ?? 0
}

/** Finds a process of the server that serves a connection. */
function findBackend(postmaster: number): number {
	const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(postmaster)], { encoding: 'utf8' })
	const line = children.split('\n').find((text) => text.includes('savepoint savepoint'))
	return Number(line?.trim().split(' ')[0])
}

/** Lists the processes of the server in a place: all work in its folder. */
function findProcesses({ env }: DataLocation): number[] {
	const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
	return pids.map(Number).filter((pid) => {
		try {
			return readlinkSync(`/proc/${pid}/cwd`).startsWith(env.DATA_DIR ?? '')
		} catch {
			return false
		}
	})
}

async function untilMoreIsWritten(load: WriteLoad, count: number): Promise<void> {
	const before = load.counts.acknowledged
	await expect.poll(() => load.counts.acknowledged - before, PATIENCE).toBeGreaterThanOrEqual(count)
}

async function expectNothingLost(load: WriteLoad, what: string): Promise<void> {
	const { db, close } = await openDatabase({ folder: place.env.DATA_DIR ?? '', statementTimeoutMs: 0 })
	try {
		expect(load.wrong, what).toEqual([])
		expect(await load.findDifferences(db), what).toEqual([])
		expect(await recount(db), what).toEqual([])
	} finally {
		await close()
	}
}
