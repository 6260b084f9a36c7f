import { expect } from 'vitest'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { createReplicas, type ReplicaProblem, type Replicas } from '#server/db/replicas.ts'
import { type Cluster, startCluster, startReplica } from './peers/postgres-cluster.ts'
import { startSite, type TestSite } from './site.ts'

/** A primary with a streaming replica, and a migrated database on them. */
export interface ReplicatedServers extends AsyncDisposable {
	primary: Cluster
	replica: Cluster
	/** The URLs of the database on each. */
	urls: { primary: string; replica: string }
	database: Database
	/** The time by which replicas are checked, which only advances when a test sets it. */
	time: { now: number }
	/** Creates the replicas of one process. */
	openReplicas: () => Promise<Replicas>
	/** Starts a site, in this process, that uses them, or the replicas at other URLs. */
	startSite: (replicaUrls?: string[]) => Promise<ReplicatedSite>
	/** Resolves once the replica has replayed everything. */
	catchUp: () => Promise<void>
	/** Runs `work` while the replica replays nothing. */
	whilePaused: (work: () => Promise<void>) => Promise<void>
}

/** A site with one replica. */
export interface ReplicatedSite extends TestSite {
	replicas: Replicas
	/** Checks the replica and returns why it is out of service; undefined if it is in service. */
	check: () => Promise<ReplicaProblem | undefined>
}

/** Starts the servers. The replica cancels reads that conflict with its replay at once. */
export async function startReplicatedServers(): Promise<ReplicatedServers> {
	const primary = await startCluster()
	const url = await primary.createDatabase('site')
	const database = await openDatabase({ url })
	await migrate(database.db)
	const replica = await startReplica(primary, {
		max_standby_streaming_delay: '0',
		wal_retrieve_retry_interval: '100ms',
	})
	const urls = { primary: url, replica: replica.url.replace(/postgres$/, 'site') }
	const time = { now: 0 }
	const opened: Replicas[] = []

	async function catchUp(): Promise<void> {
		const [row] = await primary.query('select pg_current_wal_flush_lsn() as position')
		const isReached = `select pg_last_wal_replay_lsn() >= '${row?.position}' as reached`
		await expect.poll(() => replica.query(isReached), { timeout: 60_000 }).toEqual([{ reached: true }])
	}
	async function openReplicas(replicaUrls = [urls.replica]): Promise<Replicas> {
		await catchUp()
		const replicas = createReplicas(database.db, {
			urls: replicaUrls,
			primaryUrl: url,
			connections: 4,
			now: () => time.now,
		})
		opened.push(replicas)
		await replicas.check()
		return replicas
	}
	return {
		primary,
		replica,
		urls,
		database,
		time,
		catchUp,
		openReplicas,
		async startSite(replicaUrls) {
			const replicas = await openReplicas(replicaUrls)
			return {
				...(await startSite({ database, replicas })),
				replicas,
				async check() {
					await replicas.check()
					return replicas.getStatuses()[0]?.problem
				},
			}
		},
		async whilePaused(work) {
			await catchUp()
			await replica.query('select pg_wal_replay_pause()')
			const readState = () => replica.query('select pg_get_wal_replay_pause_state() as state')
			await expect.poll(readState, { timeout: 60_000 }).toEqual([{ state: 'paused' }])
			try {
				await work()
			} finally {
				await replica.query('select pg_wal_replay_resume()')
				await catchUp()
			}
		},
		async [Symbol.asyncDispose]() {
			for (const replicas of opened) replicas.close()
			await database.close()
			await replica[Symbol.asyncDispose]()
			await primary[Symbol.asyncDispose]()
		},
	}
}
