import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startCluster } from '#kit/peers/postgres-cluster.ts'

const SCRIPTS = path.resolve(import.meta.dirname, '../../deploy/postgres')
const PATIENCE = { timeout: 60_000, interval: 50 }
const PASSWORD = "it's a password"

// The scripts need psql and pg_basebackup, which the bundled programs are without
const hasClients = existsSync(path.join(process.env.TEST_POSTGRES_BIN ?? '', 'pg_basebackup'))

test.skipIf(!hasClients)(
	'the scripts of compose.scale.yaml make a replica that follows, also after a restart',
	async () => {
		await using primary = await startCluster()
		const [server] = await query(
			primary.url,
			`select current_setting('data_directory') as data, current_setting('port') as port, current_setting('unix_socket_directories') as socket,
			(select setting from pg_config() where name = 'BINDIR') as programs`,
		)
		const { data, port, socket, programs } = server as Record<'data' | 'port' | 'socket' | 'programs', string>
		const env = { PATH: `${programs}:/usr/bin:/bin`, PGPORT: port, REPLICATION_PASSWORD: PASSWORD, LC_ALL: 'C.UTF-8' }
		// Replication is closed until the script opens it
		writeFileSync(path.join(data, 'pg_hba.conf'), 'local all all trust\nhost all postgres 127.0.0.1/32 trust\n')
		const first = { ...env, PGDATA: data, PGHOST: socket, POSTGRES_USER: 'postgres', POSTGRES_DB: 'postgres' }
		execFileSync('bash', [path.join(SCRIPTS, 'allow-replication.sh')], { env: first })
		await query(primary.url, 'select pg_reload_conf()')
		await query(primary.url, 'create table written as select 1 as round')

		const folder = mkdtempSync(path.join(tmpdir(), 'savepoint-replica-'))
		using _folder = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
		const script = path.join(folder, 'start-replica.sh')
		copyFileSync(path.join(SCRIPTS, 'start-replica.sh'), script)
		chmodSync(script, 0o755)
		// PostgreSQL refuses to run as root
		const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
		if (user) chownSync(folder, user.uid, user.gid)
		const startReplica = () =>
			spawn('bash', [script, 'postgres', '-p', '1', '-c', 'listen_addresses=', '-k', folder], {
				env: { ...env, PGDATA: path.join(folder, '18/docker'), PRIMARY_HOST: '127.0.0.1' },
				stdio: 'ignore',
				...user,
			})
		const socketOfReplica = { host: folder, port: 1, user: 'postgres', database: 'postgres' }
		const readOnReplica = () =>
			query(socketOfReplica, 'select max(round), pg_is_in_recovery() as follows from written').catch(() => [])

		for (const round of [2, 3]) {
			const replica = startReplica()
			await using _replica = { [Symbol.asyncDispose]: () => stop(replica) }
			await query(primary.url, `insert into written values (${round})`)
			await expect.poll(readOnReplica, PATIENCE).toEqual([{ max: round, follows: true }])
		}
		expect(await query(primary.url, 'select slot_name, wal_status from pg_replication_slots')).toEqual([
			{ slot_name: 'replica', wal_status: 'reserved' },
		])
	},
)

async function query(server: string | pg.ClientConfig, statement: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client(server)
	await client.connect()
	try {
		return (await client.query<Record<string, unknown>>(statement)).rows
	} finally {
		await client.end()
	}
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return
	const exited = once(child, 'exit')
	child.kill('SIGTERM')
	await exited
}

function idOf(which: '-u' | '-g'): number {
	return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }))
}
