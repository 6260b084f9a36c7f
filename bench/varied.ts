import type { App } from '#server/http/app-type.ts'
import type { Statement } from './bare-server.ts'
import type { Request } from './cases.ts'
import { recorded } from './record-statements.ts'

/** What stands in a statement's values for something that is another one each time. */
export type Varied = { vary: number } | { fresh: true }

/**
 * The statements of a write as the bare server runs them: made from two requests that differ in a row of values, with
 * `vary` where such a value stands and `fresh` where the server itself made an id.
 */
export async function templateOf(
	app: App,
	requests: readonly [Request, Request],
	rows: readonly [readonly string[], readonly string[]],
): Promise<Statement[]> {
	const [one, other] = [await statementsOf(app, requests[0]), await statementsOf(app, requests[1])]
	return one.map((statement, place) => ({
		...statement,
		values: statement.values.map((value, index) => {
			const place0 = rows[0].indexOf(String(value))
			if (place0 >= 0) return { vary: place0 } satisfies Varied
			const twin = other[place]?.values[index]
			if (typeof value === 'string' && value !== twin && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value))
				return { fresh: true } satisfies Varied
			return value
		}),
	}))
}

/** The values of a template for one request, whose own id `fresh` is. */
export function valuesFor(values: readonly unknown[], row: readonly string[], fresh: string): unknown[] {
	return values.map((value) => {
		if (typeof value !== 'object' || value === null) return value
		if ('vary' in value && typeof value.vary === 'number') return row[value.vary]
		return 'fresh' in value ? fresh : value
	})
}

async function statementsOf(app: App, { method, path, headers, body }: Request): Promise<Statement[]> {
	const { statements, result } = await recorded(() =>
		app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) }),
	)
	if (result.statusCode >= 300 || statements.length === 0)
		throw new Error(`${method} ${path} answered ${result.statusCode}: ${result.body}`)
	return statements
}
