// `node bench/restore.ts 100000 3`: how long a backup with so many reviews takes, and so many restores of it, on the server of
// BENCH_DATABASE_URL. Prints the processor time of the command and of the server's connections, which varies less than the
// time that passes, and counts everyone who uses that server meanwhile.

import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { BACKUP } from '#server/backup/backup-command.ts'
import type { Command } from '#server/backup/command.ts'
import { RESTORE } from '#server/backup/restore-command.ts'
import { readConfig } from '#server/config.ts'
import { parseCommand } from '#server/lifecycle/command-line.ts'
import { LARGE, openServerData, scaleSize } from './data.ts'
import { SECRET_KEY } from './recording-api.ts'
import { dropDatabase } from './write-pairs.ts'

const [reviews, rounds] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 1)]
const passphrase = process.env.BACKUP_PASSPHRASE
const adminUrl = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const source = `savepoint_bench_${reviews}`
const target = 'savepoint_bench_restored'
const MEGABYTE = 1_000_000
// Of the clock of Linux's process statistics
const TICKS_PER_SECOND = 100
const POLL_MS = 100
const EXIT_MS = 1_000

const admin = new pg.Client(adminUrl)
await admin.connect()
const folder = await mkdtemp(join(tmpdir(), 'savepoint-bench-'))
try {
	const size = scaleSize(reviews / LARGE.reviews)
	const { database, url } = await openServerData(adminUrl, source, size, console.log)
	await database.close()
	const file = join(folder, 'site.backup')
	await measure('backup', () => run(BACKUP, [file], { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY }))
	console.log(`${((await stat(file)).size / MEGABYTE).toFixed(0)} MB`)
	for (let round = 1; round <= rounds; round++) {
		await dropDatabase(adminUrl, target)
		await admin.query(`create database ${target} template template0 encoding 'UTF8'`)
		const dataDir = join(folder, `restored-${round}`)
		await mkdir(dataDir)
		await writeFile(join(dataDir, 'secret'), SECRET_KEY)
		await measure('restore', () => run(RESTORE, [file], { DATABASE_URL: toUrl(target), DATA_DIR: dataDir }))
	}
} finally {
	await dropDatabase(adminUrl, target)
	await admin.end()
	await rm(folder, { recursive: true, force: true })
}

async function run(command: Command, args: string[], env: Record<string, string>): Promise<void> {
	const parsed = parseCommand(command, args)
	if (parsed === 'help') throw new Error(command.help)
	await command.run(
		parsed,
		readConfig({ ...env, ...(passphrase === undefined ? {} : { BACKUP_PASSPHRASE: passphrase }) }),
		console.log,
	)
}

async function measure(title: string, work: () => Promise<void>): Promise<void> {
	const [cpu, server, startedMs] = [process.cpuUsage(), await readServerSeconds(), performance.now()]
	await work()
	const elapsed = (performance.now() - startedMs) / 1000
	const { user, system } = process.cpuUsage(cpu)
	const serverSeconds = (await readServerSeconds()) - server
	console.log(
		`${title}: ${elapsed.toFixed(1)} s; processor time ${((user + system) / 1e6).toFixed(1)} s of the command, ${serverSeconds.toFixed(1)} s of the server; load average ${loadavg()[0]?.toFixed(1)}; up to ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB of memory`,
	)
}

/** Returns the processor time of the server's connections but this one, which must end; NaN on another machine. */
async function readServerSeconds(): Promise<number> {
	const others = "select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"
	while (((await admin.query(others)).rowCount ?? 0) > 0) await setTimeout(POLL_MS)
	// Their processes end a moment later
	await setTimeout(EXIT_MS)
	const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
	const parent = (await readProcess(rows[0]?.pid))[1]
	const server = await readProcess(Number(parent))
	// The times in user and in kernel mode of children that have ended
	return (Number(server[13]) + Number(server[14])) / TICKS_PER_SECOND
}

/** Returns what Linux says of a process after its name. */
async function readProcess(pid: number | undefined): Promise<string[]> {
	const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
	return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function toUrl(name: string): string {
	const url = new URL(adminUrl)
	url.pathname = `/${name}`
	return url.href
}
