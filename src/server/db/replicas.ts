import type { Kysely } from 'kysely'
import pg from 'pg'
import type { NamedPool } from './pool-state.ts'
import { createReplica, type Replica } from './replica.ts'
import { createProbe, type Probe, type ServerState } from './replica-probe.ts'
import type { Tables } from './tables.ts'
import { createWalHistory } from './wal-history.ts'

/** Why a replica is out of service. A writable one was promoted, a foreign one belongs to another database. */
export type ReplicaProblem = 'not checked' | 'unreachable' | 'lagging' | 'writable' | 'foreign'

/** The condition of one replica. */
export interface ReplicaStatus {
	/** Its host and port. */
	name: string
	/** Undefined while it is in service. */
	problem: ReplicaProblem | undefined
	/** The error of an unreachable one. */
	error: unknown
}

/** The replicas of the database. Only those are in service that answer, and lag by no more than the limit. */
export interface Replicas {
	/**
	 * Returns the connections to the replicas in service in turn, with the maximum age of what they read; undefined if none is
	 * in service.
	 */
	next: () => { db: Kysely<Tables>; ageMs: number } | undefined
	/** Compares every replica with the primary, and takes it into service or out of it. */
	check: () => Promise<void>
	getStatuses: () => ReplicaStatus[]
	/** Returns the state of each replica's pool. */
	countConnections: () => NamedPool[]
	close: () => void
}

export interface ReplicaOptions {
	urls: readonly string[]
	/** The primary's own URL, without a pooler. */
	primaryUrl: string
	/** Maximum number of connections to each replica. */
	connections: number
	maxLagMs?: number
	/** How long a server may take to answer a check. */
	probeTimeoutMs?: number
	/** A monotonic clock in milliseconds. */
	now?: () => number
}

/** As much as rankings and rendered pages may lag. */
const MAX_LAG_MS = 5_000
const PROBE_TIMEOUT_MS = 1_000

interface Member extends ReplicaStatus {
	replica: Replica
	probe: Probe
	/** The time up to which it had everything when it was checked. */
	freshAtMs: number
}

/** Creates the replicas, none of them in service before the first check. */
export function createReplicas(
	primary: Kysely<Tables>,
	{
		urls,
		primaryUrl,
		connections,
		maxLagMs = MAX_LAG_MS,
		probeTimeoutMs = PROBE_TIMEOUT_MS,
		now = () => performance.now(),
	}: ReplicaOptions,
): Replicas {
	const history = createWalHistory(maxLagMs)
	const primaryProbe = createProbe(primaryUrl, probeTimeoutMs)
	const members = urls.map(
		(url): Member => ({
			name: getServerName(url),
			problem: 'not checked',
			error: undefined,
			replica: createReplica({ url, connections }, primary),
			probe: createProbe(url, probeTimeoutMs),
			freshAtMs: 0,
		}),
	)
	let identity: string | undefined
	let turn = 0

	const recordPosition = once(async () => {
		const atMs = now()
		try {
			const state = await primaryProbe.run()
			if (state.isStandby) return
			identity = state.identity
			history.record(state.position, atMs)
		} catch {
			// While the primary is away, replicas with all that it is known to have stay in service
		}
	})
	function judge(member: Member, state: ServerState): ReplicaProblem | undefined {
		if (identity !== undefined && state.identity !== identity) return 'foreign'
		if (!state.isStandby) return 'writable'
		const freshAtMs = history.findFreshness(state.position, now())
		if (freshAtMs === undefined) return 'lagging'
		member.freshAtMs = freshAtMs
		return undefined
	}
	async function checkMember(member: Member): Promise<void> {
		try {
			const state = await member.probe.run()
			member.problem = judge(member, state)
			member.error = undefined
			if (member.problem === undefined) member.replica.open(state.isPooled)
			else member.replica.close(false)
		} catch (error) {
			Object.assign(member, { problem: 'unreachable', error })
			member.replica.close(true)
		}
	}
	const checks = members.map((member) => once(() => checkMember(member)))
	return {
		next() {
			const serving = members.filter(({ problem }) => problem === undefined)
			const member = serving[turn++ % serving.length]
			return member && { db: member.replica.db, ageMs: now() - member.freshAtMs }
		},
		async check() {
			await recordPosition()
			await Promise.all(checks.map((check) => check()))
		},
		getStatuses: () => members.map(({ name, problem, error }) => ({ name, problem, error })),
		countConnections: () =>
			members.map(({ name, replica }) => ({ name: `replica ${name}`, ...replica.countConnections() })),
		close() {
			primaryProbe.close()
			for (const { replica, probe } of members) {
				probe.close()
				replica.close(false)
			}
		},
	}
}

/** Returns a function that starts `work` unless it is running, and returns the running one otherwise. */
function once(work: () => Promise<void>): () => Promise<void> {
	let running: Promise<void> | undefined
	return () => {
		running ??= work().finally(() => {
			running = undefined
		})
		return running
	}
}

/** Returns the host and port of a URL, which may be shown, unlike its password. Throws if the driver cannot parse it. */
function getServerName(url: string): string {
	const { host, port } = new pg.Client({ connectionString: url })
	return `${host}:${port}`
}
