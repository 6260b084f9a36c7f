import { type GameFacts, parseRecord } from './record.ts'
import type { SourceEntry } from './source.ts'

/** A record that was refused. */
export interface Refusal {
	position: string
	reason: string
}

interface RefusalLog {
	refused: number
	refusals: Refusal[]
}

/** Any further refusals are only counted. */
const MAX_REPORTED_REFUSALS = 100

/** Creates a validator for the entries of one run, which counts refused records in `log`. `year` is the current one. */
export function createEntryValidator(log: RefusalLog, year: number) {
	const positions = new Map<string, string>()
	const refusedIds: string[] = []
	let hasUnidentifiedRefusals = false

	function refuse(refusal: Refusal, record?: unknown): void {
		const { sourceId } = (record ?? {}) as { sourceId?: unknown }
		if (typeof sourceId === 'string') refusedIds.push(sourceId)
		else hasUnidentifiedRefusals = true
		log.refused++
		if (log.refusals.length < MAX_REPORTED_REFUSALS) log.refusals.push(refusal)
	}

	return {
		/** Returns the facts of a record, or undefined if it is invalid or repeats a `sourceId`. */
		validate(entry: Exclude<SourceEntry, { checkpoint: string }>): GameFacts | undefined {
			if ('reason' in entry) {
				refuse(entry)
				return undefined
			}
			const { position, record } = entry
			const facts = parseRecord(record, year)
			if ('reason' in facts) {
				refuse({ position, reason: facts.reason }, record)
				return undefined
			}
			const earlier = positions.get(facts.sourceId)
			if (earlier !== undefined) {
				const reason = `The sourceId ${JSON.stringify(facts.sourceId)} is already used in ${earlier}`
				refuse({ position, reason }, record)
				return undefined
			}
			positions.set(facts.sourceId, position)
			return facts
		},
		/** Allows repeated `sourceId`s again: after a checkpoint a source may yield a record that has changed meanwhile. */
		resetPositions(): void {
			positions.clear()
		},
		/** The ids of refused records. They still exist at the source, so they do not count as withdrawn. */
		refusedIds: refusedIds as readonly string[],
		/** Returns whether a refused record had no readable id, so that no record can safely count as withdrawn. */
		hasUnidentifiedRefusals: () => hasUnidentifiedRefusals,
	}
}
