import pg from 'pg'
import { UNPREPARED, getStatementName } from '#server/db/prepared-statements.ts'
import type { Statement } from './bare-server.ts'

let recording: Statement[] | undefined

// Connections take the method when they are opened, so this stands before the first one is.
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

/** Runs `work` and returns with its result the statements that connections of this process ran meanwhile, with the names they are prepared under once they are used often. */
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
