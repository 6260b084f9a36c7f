import pg from 'pg'
import { getStatementName, UNPREPARED } from '#server/db/prepared-statements.ts'
import type { Statement } from './bare-server.ts'

let recording: Statement[] | undefined

// Connections bind the method when they are opened, so replace it before the first one opens
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
Object.assign(pg.Client.prototype, {
	query(this: pg.Client, ...args: unknown[]) {
		const [first, values] = args
		if (recording && isStatement(first)) recording.push({ ...first, values: first.values ?? [] })
		else if (recording && typeof first === 'string') {
			const name = getStatementName(first)
			if (name !== undefined || first.startsWith(UNPREPARED))
				recording.push({ name, text: first, values: Array.isArray(values) ? values : [] })
		}
		return query.apply(this, args)
	},
})

/** Runs `work` and returns its result and the statements that this process ran in the meantime, with their prepared names. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<{ statements: Statement[]; result: T }> {
	const statements: Statement[] = []
	recording = statements
	try {
		return { result: await work(), statements }
	} finally {
		recording = undefined
	}
}

function isStatement(value: unknown): value is Statement & { name: string } {
	return (
		typeof value === 'object' && value !== null && 'name' in value && 'text' in value && typeof value.name === 'string'
	)
}
