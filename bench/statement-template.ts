import type { App } from '#server/http/app-type.ts'
import type { Statement } from './bare-server.ts'
import type { Request } from './cases.ts'
import { recordStatements } from './record-statements.ts'

/** What stands in a statement's values for something that is another one each time. */
export type ValuePlaceholder = { vary: number } | { fresh: true }

/**
 * The statements of a write as the bare server runs them: made from two requests that differ in a row of values, with
 * `vary` where such a value stands and `fresh` where the server itself made an id.
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

/** The values of a template for one request, whose own id `fresh` is. */
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
