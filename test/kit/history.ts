/** One request of a client: its start and end, and its outcome. */
export interface HistoryEntry {
	client: number
	/** What the request changes: `like 3 <review>`. */
	key: string
	invoked: number
	ended: number
	/** `unknown`: the response was lost, so the change may have happened, or may still happen. */
	outcome: 'ok' | 'refused' | 'unknown'
}

/** The merged history of all clients of a run. */
export class History {
	readonly entries: HistoryEntry[] = []
	/** The number of requests by outcome. */
	readonly counts = { ok: 0, refused: 0, unknown: 0 }

	/** Records a request with the outcome that `call` returns, `unknown` for a lost response. Rethrows errors of `call`. */
	async record(client: number, key: string, call: () => Promise<'ok' | 'refused' | 'unknown'>): Promise<HistoryEntry> {
		const invoked = performance.now()
		const outcome = await call()
		const entry = { client, key, invoked, ended: performance.now(), outcome }
		this.entries.push(entry)
		this.counts[outcome]++
		return entry
	}

	/** Returns the keys with a prefix: those of definite changes, and those of possible ones, which include the definite. */
	getKeys(prefix: string): { definite: Set<string>; possible: Set<string> } {
		const [definite, possible] = [new Set<string>(), new Set<string>()]
		for (const { key, outcome } of this.entries)
			if (key.startsWith(prefix)) {
				if (outcome === 'ok') definite.add(key)
				if (outcome !== 'refused') possible.add(key)
			}
		return { definite, possible }
	}

	/**
	 * Returns a function that computes the minimum and maximum that a read can have counted of a subject (`like <review>`).
	 * Call it after all requests have ended.
	 */
	bounds(): (subject: string, read: { invoked: number; ended: number }) => { min: number; max: number } {
		const bySubject = Map.groupBy(this.entries, ({ key }) => key.split(' ', 2).join(' '))
		return (subject, read) => {
			const [before, begun] = [new Set<string>(), new Set<string>()]
			for (const { key, outcome, invoked, ended } of bySubject.get(subject) ?? []) {
				if (outcome === 'ok' && ended < read.invoked) before.add(key)
				if (outcome !== 'refused' && invoked < read.ended) begun.add(key)
			}
			return { min: before.size, max: begun.size }
		}
	}
}
