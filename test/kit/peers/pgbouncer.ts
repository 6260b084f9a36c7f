import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './postgres-cluster.ts'

const NOBODY = 65_534

const PROGRAM = ['/usr/sbin', ...(process.env.PATH ?? '').split(':')]
	.map((folder) => path.join(folder, 'pgbouncer'))
	.find((file) => existsSync(file))

/** Why tests that need PgBouncer are skipped; undefined if they are not. */
export const NO_PGBOUNCER = PROGRAM === undefined ? 'PgBouncer is not installed.' : undefined

/** A PgBouncer in front of a server. */
export interface PgBouncer extends AsyncDisposable {
	/** Returns the URL through PgBouncer for a URL of the server. */
	toUrl: (serverUrl: string) => string
	version: string
}

interface Options {
	/** Run on each new connection to the server. */
	connectQuery?: string
	/** Startup parameters that are dropped in place of refusing the client. */
	ignoredParameters?: string
}

/** Starts PgBouncer in transaction mode on a free port, with two connections to the server for all clients. */
export async function startPgBouncer(
	serverUrl: string,
	{ connectQuery, ignoredParameters }: Options = {},
): Promise<PgBouncer> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-pgbouncer-'))
	const [users, configuration] = [path.join(folder, 'users'), path.join(folder, 'pgbouncer.ini')]
	const [server, port] = [new URL(serverUrl), await freePort()]
	await writeFile(users, '"postgres" ""\n')
	await writeFile(
		configuration,
		[
			'[databases]',
			`* = host=127.0.0.1 port=${server.port}${connectQuery ? ` connect_query='${connectQuery}'` : ''}`,
			'[pgbouncer]',
			'listen_addr = 127.0.0.1',
			`listen_port = ${port}`,
			'unix_socket_dir =',
			'auth_type = trust',
			`auth_file = ${users}`,
			'pool_mode = transaction',
			'default_pool_size = 2',
			'max_client_conn = 200',
			...(ignoredParameters ? [`ignore_startup_parameters = ${ignoredParameters}`] : []),
		].join('\n'),
	)
	const isRoot = process.getuid?.() === 0
	for (const file of isRoot ? [folder, users, configuration] : []) await chown(file, NOBODY, NOBODY)
	const child = spawn(PROGRAM ?? '', [...(isRoot ? ['-u', 'nobody'] : []), configuration], {
		stdio: ['ignore', 'ignore', 'pipe'],
	})
	// An aborted test must not leave it behind
	process.once('exit', () => child.kill('SIGKILL'))
	await waitUntilUp(child)
	return {
		version: execFileSync(PROGRAM ?? '', ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '',
		toUrl(url) {
			const address = new URL(url)
			address.port = String(port)
			return address.href
		},
		async [Symbol.asyncDispose]() {
			const exited = once(child, 'exit')
			child.kill('SIGKILL')
			await exited
			await rm(folder, { recursive: true, force: true })
		},
	}
}

async function waitUntilUp(child: ChildProcess): Promise<void> {
	let printed = ''
	await new Promise<void>((resolve, reject) => {
		child.stderr?.on('data', (bytes: Buffer) => {
			printed = (printed + bytes).slice(-10_000)
			if (printed.includes('process up')) resolve()
		})
		child.once('exit', (code) => reject(new Error(`PgBouncer ended with ${code}:\n${printed}`)))
	})
}
