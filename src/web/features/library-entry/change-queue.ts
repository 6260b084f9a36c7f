import type { LibraryChange } from '#contract/library.ts'
import { ApiError } from '#web/app/api-client.ts'
import { createStore } from '#web/ui/store.ts'

interface Outcome<Answer> {
	/** `isLast`: no other change of this game waits. What the viewer sees is still the change until the promise resolves. */
	onSaved: (answer: Answer, isLast: boolean) => Promise<void>
	/** Called with the changes that were lost, after they are taken back. */
	onFailed: (error: ApiError, lost: LibraryChange) => void
}

interface Line<Answer> {
	sent: LibraryChange | null
	waiting: LibraryChange | null
	outcome: Outcome<Answer>
}

/**
 * Sends the changes of each game one after the other. Changes that wait become one, in which the later word wins. Until
 * the server has answered, `getPending` has what the viewer should see already.
 *
 * The `scope` of TanStack's mutations keeps the order, too, but sends every press, starts the next mutation without what the
 * last one has lost, and a rollback of `onMutate` takes back what was pressed since.
 */
export function createChangeQueue<Answer>(send: (gameId: number, change: LibraryChange) => Promise<Answer>) {
	const lines = new Map<number, Line<Answer>>()
	const pending = createStore<ReadonlyMap<number, LibraryChange>>(new Map())

	const publish = (gameId: number) => {
		const changed = new Map(pending.get())
		const line = lines.get(gameId)
		if (line) changed.set(gameId, { ...line.sent, ...line.waiting })
		else changed.delete(gameId)
		pending.set(changed)
	}

	const sendNext = async (gameId: number, line: Line<Answer>): Promise<void> => {
		const change = line.waiting ?? {}
		line.sent = change
		line.waiting = null
		let reportLoss = () => {}
		try {
			const answer = await send(gameId, change)
			await line.outcome.onSaved(answer, line.waiting === null)
		} catch (error) {
			if (!(error instanceof ApiError)) throw error
			const isRefused = error.status >= 400 && error.status < 500
			// What did not arrive goes along with what waits
			const later: LibraryChange | null = line.waiting
			if (!isRefused && later) line.waiting = { ...change, ...(later as LibraryChange) }
			if (isRefused || later === null) reportLoss = () => line.outcome.onFailed(error, change)
		}
		line.sent = null
		if (line.waiting === null) lines.delete(gameId)
		const next = line.waiting && sendNext(gameId, line)
		reportLoss()
		publish(gameId)
		await next
	}

	return {
		/** Returns the changes that the server may not have yet. */
		getPending: (gameId: number): LibraryChange | undefined => pending.get().get(gameId),
		subscribe: pending.subscribe,
		/** Resolves once no change of the game is on its way. */
		settled: (gameId: number): Promise<void> =>
			new Promise((resolve) => {
				const check = () => {
					if (pending.get().has(gameId)) return
					unsubscribe()
					resolve()
				}
				const unsubscribe = pending.subscribe(check)
				check()
			}),
		add: (gameId: number, change: LibraryChange, outcome: Outcome<Answer>) => {
			const line = lines.get(gameId) ?? { sent: null, waiting: null, outcome }
			line.outcome = outcome
			line.waiting = { ...line.waiting, ...change }
			lines.set(gameId, line)
			if (line.sent === null) void sendNext(gameId, line)
			publish(gameId)
		},
	}
}
