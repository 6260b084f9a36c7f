import { isTransient } from '#server/db/outage-errors.ts'

const LOG_INTERVAL_MS = 1_000

/** What failed since the last line of its kind. */
interface Failures {
	count: number
	/** Writes a line with the last failure and the number of all. */
	write: (failures: number) => void
}

/**
 * Creates the hook of a logger that throttles the errors of an outage of the database or the disk, which come by the thousand: the
 * first of a kind is written at once, then one line a second with the last one and their number, `failures`.
 */
export function throttleOutages() {
	const kinds = new Map<string, Failures>()

	function writeLine(kind: string, failures: Failures): void {
		if (failures.count === 0) {
			kinds.delete(kind)
			return
		}
		failures.write(failures.count)
		failures.count = 0
		setTimeout(writeLine, LOG_INTERVAL_MS, kind, failures).unref()
	}

	return function logMethod(this: object, args: unknown[], method: (this: object, ...args: unknown[]) => void): void {
		const [fields, message] = args
		const error = getError(fields)
		if (error === undefined || !isTransient(error)) {
			method.apply(this, args)
			return
		}
		const kind = `${String(message)} ${String((error as NodeJS.ErrnoException).code)}`
		const known = kinds.get(kind)
		const failures = known ?? { count: 0, write: () => {} }
		failures.count++
		failures.write = (count) => method.call(this, { ...(fields as object), failures: count }, String(message))
		if (known) return
		kinds.set(kind, failures)
		writeLine(kind, failures)
	}
}

function getError(fields: unknown): Error | undefined {
	const error = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined
	return error instanceof Error ? error : undefined
}
