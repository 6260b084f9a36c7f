import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BundledServerError } from './bundled-server-error.ts'
import type { Programs } from './programs.ts'
import type { Runner } from './run-as.ts'

/** The role of the site, which owns the database of the same name and nothing else. */
export const ROLE = 'savepoint'
/** The folder of the cluster, and in it the file with the password of the role. */
export const CLUSTER_FOLDER = 'data'
export const PASSWORD_FILE = 'savepoint-password'

/** `lower` and the like by Unicode, everywhere the same; order by code point. */
export const LOCALE_OPTIONS = [
	'--locale-provider=builtin',
	'--builtin-locale=C.UTF-8',
	'--locale=C',
	// Classifies characters for trigrams
	`--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
]

/**
 * Creates the cluster in `folder` unless there is one: completely or not at all, and once if two processes do so at the same
 * time. Throws `BundledServerError` with what PostgreSQL says if it cannot.
 */
export async function ensureCluster(folder: string, programs: Programs, runner: Runner): Promise<void> {
	const cluster = path.join(folder, CLUSTER_FOLDER)
	if (!existsSync(cluster)) await createCluster(folder, programs, runner)
	// Left behind by processes that were killed, or in use by one that is about to see that this one was faster
	for (const name of await readdir(folder))
		if (name.startsWith(`${CLUSTER_FOLDER}.`)) await removeFolder(path.join(folder, name))
}

async function createCluster(folder: string, { initdb, postgres }: Programs, runner: Runner): Promise<void> {
	const cluster = path.join(folder, CLUSTER_FOLDER)
	const unfinished = `${cluster}.${randomUUID()}`
	const password = randomBytes(24).toString('base64url')
	try {
		await mkdir(unfinished, { mode: 0o700 })
		await runner.giveTo(unfinished)
		// Nobody connects as the superuser
		await run(runner, initdb, ['-D', unfinished, '-U', 'postgres', '-A', 'reject', '-E', 'UTF8', ...LOCALE_OPTIONS])
		await writeFile(path.join(unfinished, PASSWORD_FILE), password, { mode: 0o600, flush: true })
		await writeFile(path.join(unfinished, 'pg_hba.conf'), `local ${ROLE} ${ROLE} scram-sha-256\n`, { flush: true })
		await runner.giveTo(path.join(unfinished, PASSWORD_FILE))
		// One statement a line
		const statements = `create role ${ROLE} login password '${password}'\ncreate database ${ROLE} owner ${ROLE}\n`
		await run(runner, postgres, ['--single', '-D', unfinished, 'postgres'], statements)
		await rename(unfinished, cluster)
		// A power cut must not take the names back
		for (const parent of [folder, path.dirname(folder)]) await flushFolder(parent)
	} catch (error) {
		// Another process was faster
		if (!existsSync(cluster)) throw error
	} finally {
		await removeFolder(unfinished)
	}
}

async function flushFolder(folder: string): Promise<void> {
	await using handle = await open(folder)
	await handle.sync()
}

/** Removes a folder as far as nobody writes to it. */
async function removeFolder(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
}

async function run(runner: Runner, program: string, args: readonly string[], input = ''): Promise<void> {
	const child = runner.spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] })
	let printed = ''
	child.stderr?.on('data', (bytes: Buffer) => {
		printed += bytes
	})
	child.stdin?.on('error', () => {})
	child.stdin?.end(input)
	const [code] = (await once(child, 'close')) as [number | null]
	if (code !== 0) throw new BundledServerError(`The database cannot be created: ${getReason(printed)}.`)
}

/** Returns the line that says why a program of PostgreSQL has failed, without its time and severity. */
export function getReason(printed: string): string {
	const lines = printed.trim().split('\n')
	const line = lines.findLast((text) => /\b(error|FATAL|PANIC):/.test(text)) ?? lines.at(-1) ?? ''
	return line.replace(/^.*?\b(error|FATAL|PANIC): +/, '').replace(/\.$/, '')
}
