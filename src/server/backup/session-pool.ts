import type { Database } from '#server/db/connect.ts'
import type { Session } from '#server/db/session.ts'
import type { Db } from '#server/db/tables.ts'
import { cancelStatements, readSessionId } from './queries-load.ts'

/** Sessions that share the work of a restore. After a failure they take no more, and waiting work fails likewise. */
export interface SessionPool {
	/** The sessions. The first one is free while none works. */
	sessions: readonly [Session, ...Session[]]
	/** Waits for a free session, ahead of everyone in `run`. Throws the failure of earlier work. */
	acquire: () => Promise<Session>
	release: (session: Session) => void
	/** Runs work on the next free session. */
	run: (work: (db: Db) => Promise<void>) => Promise<void>
	/** Throws the failure of earlier work. */
	throwIfFailed: () => void
	/** Cancels what runs, waits for its end, and closes all sessions but the first. */
	cancel: () => Promise<void>
	close: () => void
}

interface Waiter {
	resolve: (session: Session) => void
	reject: (error: unknown) => void
}

/** Opens sessions of a database. */
export async function openSessionPool(database: Database, count: number): Promise<SessionPool> {
	const sessions: [Session, ...Session[]] = [await database.openSession()]
	const close = (from = 0) => {
		for (const session of sessions.slice(from)) session.close()
	}
	const ids: number[] = []
	try {
		while (sessions.length < count) sessions.push(await database.openSession())
		for (const { db } of sessions) ids.push(await readSessionId(db))
	} catch (error) {
		close()
		throw error
	}

	const free = new Set<Session>(sessions)
	const waiters: Waiter[] = []
	const running = new Set<Promise<void>>()
	let failure: { error: unknown } | undefined
	function throwIfFailed(): void {
		if (failure) throw failure.error
	}
	function fail(error: unknown): void {
		failure ??= { error }
		for (const waiter of waiters.splice(0)) waiter.reject(failure.error)
	}
	async function take(isUrgent: boolean): Promise<Session> {
		throwIfFailed()
		const [session] = free
		if (session) {
			free.delete(session)
			return session
		}
		return new Promise((resolve, reject) => {
			if (isUrgent) waiters.unshift({ resolve, reject })
			else waiters.push({ resolve, reject })
		})
	}
	function release(session: Session): void {
		const next = waiters.shift()
		if (next) next.resolve(session)
		else free.add(session)
	}
	return {
		sessions,
		acquire: () => take(true),
		release,
		async run(work) {
			const session = await take(false)
			const ended = work(session.db)
				.catch((error: unknown) => {
					fail(error)
					throw error
				})
				.finally(() => {
					running.delete(ended)
					release(session)
				})
			running.add(ended)
			await ended
		},
		throwIfFailed,
		async cancel() {
			fail(new Error('The work was canceled'))
			// A server that is gone has ended them
			await cancelStatements(database.db, ids).catch(() => {})
			await Promise.allSettled(running)
			close(1)
		},
		close,
	}
}
