/** One call of a client: when it was asked and answered, and what is known of it. */
export interface HistoryEntry {
	client: number
	/** What the call would change: `like 3 <review>`. */
	key: string
	invoked: number
	ended: number
	/** `unknown`: the answer was lost, so it may have happened, now or later. */
	outcome: 'ok' | 'refused' | 'unknown'
}

/** What the clients of a run did, merged. */
export class History {
	readonly entries: HistoryEntry[] = []
	/** How many calls ended in each way. */
	readonly counts = { ok: 0, refused: 0, unknown: 0 }

	/** Notes a call: `ok` or `refused` as it answers, `unknown` where the answer is lost. Throws what else it throws. */
	async record(client: number, key: string, call: () => Promise<'ok' | 'refused' | 'unknown'>): Promise<HistoryEntry> {
		const invoked = performance.now()
		const outcome = await call()
		const entry = { client, key, invoked, ended: performance.now(), outcome }
		this.entries.push(entry)
		this.counts[outcome]++
		return entry
	}

	/** The keys that begin so and for sure happened, and those that may have. */
	getKeys(prefix: string): { sure: Set<string>; perhaps: Set<string> } {
		const [sure, perhaps] = [new Set<string>(), new Set<string>()]
		for (const { key, outcome } of this.entries)
			if (key.startsWith(prefix)) {
				if (outcome === 'ok') sure.add(key)
				if (outcome !== 'refused') perhaps.add(key)
			}
		return { sure, perhaps }
	}

	/** Says of a read what it can have counted of a subject (`like <review>`); to be asked for when all calls are there. */
	bounds(): (subject: string, read: { invoked: number; ended: number }) => { least: number; most: number } {
		const bySubject = Map.groupBy(this.entries, ({ key }) => key.split(' ', 2).join(' '))
		// How many keys a read from `invoked` to `ended` must at least and may at most have counted
		return (subject, read) => {
			const [before, begun] = [new Set<string>(), new Set<string>()]
			for (const { key, outcome, invoked, ended } of bySubject.get(subject) ?? []) {
				if (outcome === 'ok' && ended < read.invoked) before.add(key)
				if (outcome !== 'refused' && invoked < read.ended) begun.add(key)
			}
			return { least: before.size, most: begun.size }
		}
	}
}
