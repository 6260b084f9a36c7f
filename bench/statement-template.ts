import type { App } from '#server/http/app-type.ts'
import type { Statement } from './bare-server.ts'
import type { Request } from './cases.ts'
import { recordStatements } from './record-statements.ts'

/** A placeholder among a statement's values for a value that differs in each request. */
export type ValuePlaceholder = { vary: number } | { fresh: true }

/**
 * Records the statements of a write as a template for the bare server. Two requests with different rows of values reveal
 * the placeholders: `vary` for a value of the row, `fresh` for an id that the server generates.
 */
export async function recordTemplate(
	app: App,
	requests: readonly [Request, Request],
	rows: readonly [readonly string[], readonly string[]],
): Promise<Statement[]> {
	const [one, other] = [await recordRequest(app, requests[0]), await recordRequest(app, requests[1])]
	return one.map((statement, position) => ({
		...statement,
		values: statement.values.map((value, index) => {
			const column = rows[0].indexOf(String(value))
			if (column >= 0) return { vary: column } satisfies ValuePlaceholder
			const twin = other[position]?.values[index]
			if (typeof value === 'string' && value !== twin && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value))
				return { fresh: true } satisfies ValuePlaceholder
			return value
		}),
	}))
}

/** Fills in the values of a template for one request, with `fresh` as the generated id. */
export function fillTemplate(values: readonly unknown[], row: readonly string[], fresh: string): unknown[] {
	return values.map((value) => {
		if (typeof value !== 'object' || value === null) return value
		if ('vary' in value && typeof value.vary === 'number') return row[value.vary]
		return 'fresh' in value ? fresh : value
	})
}

async function recordRequest(app: App, { method, path, headers, body }: Request): Promise<Statement[]> {
	const { statements, result } = await recordStatements(() =>
		app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) }),
	)
	if (result.statusCode >= 300 || statements.length === 0)
		throw new Error(`${method} ${path} answered ${result.statusCode}: ${result.body}`)
	return statements
}
