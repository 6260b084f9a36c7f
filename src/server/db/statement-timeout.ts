import type { Client, QueryResult } from 'pg'

/** Lifts the limits of a session, on the server and on this side; answers the id of the session's process. */
export const LIFT_LIMITS =
	'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; select pg_backend_pid() as pid'
/** Brings the limits of a session back. */
export const RESTORE_LIMITS = 'reset statement_timeout; reset lock_timeout; reset idle_in_transaction_session_timeout'

interface Limit {
	/** How long a statement may stay without an answer. */
	limitMs: number
	/** Asks on another connection whether the process with this id works on a statement. Throws when it cannot be asked. */
	isWorking: (pid: number) => Promise<boolean>
	/** Called when a connection was given up because it was silent. */
	onSilent: () => void
}

/**
 * Bounds each statement of a client on this side of the network, where connections can go silent without closing: past
 * the limit the socket is destroyed, and the statement fails with ETIMEDOUT. Between `LIFT_LIMITS` and `RESTORE_LIMITS`
 * a statement takes as long as the server works on it, which is asked every `limitMs`.
 */
export function limitStatements(client: Client, { limitMs, isWorking, onSilent }: Limit): void {
	const query = client.query.bind(client) as (...args: unknown[]) => Promise<QueryResult>
	/** The session's process while its limits are lifted. */
	let liftedPid: number | undefined

	function giveUp(): void {
		client.connection.stream.destroy(
			Object.assign(new Error('The database has not answered in time'), { code: 'ETIMEDOUT' }),
		)
		onSilent()
	}

	async function limited(...args: unknown[]): Promise<QueryResult> {
		if (args[0] === RESTORE_LIMITS) liftedPid = undefined
		const unwatch = liftedPid === undefined ? giveUpAfter(limitMs, giveUp) : giveUpUnless(liftedPid)
		try {
			const result = await query(...args)
			if (args[0] === LIFT_LIMITS) liftedPid = pidIn(result)
			return result
		} finally {
			unwatch()
		}
	}

	/** Gives up when the server says twice that it does not work on the statement: an answer may be under way once. */
	function giveUpUnless(pid: number): () => void {
		let denials = 0
		let isAsking = false
		let isOver = false
		const timer = setInterval(async () => {
			if (isAsking) return
			isAsking = true
			// While nobody can be asked, nothing is known
			const working = await isWorking(pid).catch(() => true)
			isAsking = false
			denials = working ? 0 : denials + 1
			if (denials === 2 && !isOver) giveUp()
		}, limitMs)
		return () => {
			isOver = true
			clearInterval(timer)
		}
	}

	client.query = limited as typeof client.query
}

function giveUpAfter(limitMs: number, giveUp: () => void): () => void {
	let immediate: NodeJS.Immediate | undefined
	const timer = setTimeout(() => {
		// An answer that came while this process was busy is read before the immediate runs
		immediate = setImmediate(giveUp)
	}, limitMs)
	return () => {
		clearTimeout(timer)
		clearImmediate(immediate)
	}
}

/** The id in the answer to `LIFT_LIMITS`, whose last statement selects it. */
function pidIn(result: unknown): number | undefined {
	const last = (result as QueryResult<{ pid: number }>[]).at(-1)
	return last?.rows[0]?.pid
}
