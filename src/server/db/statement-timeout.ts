import type { Client, QueryResult } from 'pg'
import { PLAN_FOR_VALUES, PLAN_ONCE } from './prepared-statements.ts'

/**
 * Lifts a session's time limits on the server and in this client, and lets long statements be planned for their values.
 * Returns the id of the session's process.
 */
export const LIFT_LIMITS = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; ${PLAN_FOR_VALUES}; select pg_backend_pid() as pid`
/** Restores what `LIFT_LIMITS` changed. */
export const RESTORE_LIMITS = `reset statement_timeout; reset lock_timeout; reset idle_in_transaction_session_timeout; ${PLAN_ONCE}`

interface StatementLimit {
	/** How long a statement may go unanswered. */
	limitMs: number
	/** Checks over another connection whether the server process is executing a statement. Throws if the check fails. */
	isWorking: (pid: number) => Promise<boolean>
	/** Called when an unresponsive connection was closed. */
	onUnresponsive: () => void
}

/**
 * Limits the duration of a client's statements on the client side, because a connection can stop responding without
 * closing. After the limit the socket is destroyed and the statement fails with ETIMEDOUT. Between `LIFT_LIMITS` and
 * `RESTORE_LIMITS` a statement may take as long as the server works on it, which is checked every `limitMs`.
 */
export function limitStatements(
	client: Client,
	{ limitMs, isWorking, onUnresponsive: onSilent }: StatementLimit,
): void {
	const query = client.query.bind(client) as (...args: unknown[]) => Promise<QueryResult>
	/** The id of the session's process while its limits are lifted. */
	let liftedPid: number | undefined

	function giveUp(): void {
		client.connection.stream.destroy(
			Object.assign(new Error('The database has not answered in time'), { code: 'ETIMEDOUT' }),
		)
		onSilent()
	}

	async function limitedQuery(...args: unknown[]): Promise<QueryResult> {
		if (args[0] === RESTORE_LIMITS) liftedPid = undefined
		const stopWatching = liftedPid === undefined ? giveUpAfter(limitMs, giveUp) : giveUpWhenIdle(liftedPid)
		try {
			const result = await query(...args)
			if (args[0] === LIFT_LIMITS) liftedPid = getPid(result)
			return result
		} finally {
			stopWatching()
		}
	}

	/** Gives up once the server reports twice in a row that it is idle: after the first report the answer may be in transit. */
	function giveUpWhenIdle(pid: number): () => void {
		let idleAnswers = 0
		let isChecking = false
		let isOver = false
		const timer = setInterval(async () => {
			if (isChecking) return
			isChecking = true
			// If the check fails, assume that the server is working
			const working = await isWorking(pid).catch(() => true)
			isChecking = false
			idleAnswers = working ? 0 : idleAnswers + 1
			if (idleAnswers === 2 && !isOver) giveUp()
		}, limitMs)
		return () => {
			isOver = true
			clearInterval(timer)
		}
	}

	client.query = limitedQuery as typeof client.query
}

function giveUpAfter(limitMs: number, giveUp: () => void): () => void {
	let immediate: NodeJS.Immediate | undefined
	const timer = setTimeout(() => {
		// An answer that arrived while this process was busy is read before the immediate runs
		immediate = setImmediate(giveUp)
	}, limitMs)
	return () => {
		clearTimeout(timer)
		clearImmediate(immediate)
	}
}

/** Returns the process id from the result of `LIFT_LIMITS`, whose last statement selects it. */
function getPid(result: unknown): number | undefined {
	const last = (result as QueryResult<{ pid: number }>[]).at(-1)
	return last?.rows[0]?.pid
}
