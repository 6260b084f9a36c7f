import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from '#server/api-docs/openapi.ts'
import { invalidObjects, invalidValues, type Schema, validValues } from './schema-arbitraries.ts'

/** A request generated from an operation's description; values known to the test are referenced by name. */
export interface GeneratedRequest {
	caller: 'one' | 'other' | 'visitor'
	valid: boolean
	params: Record<string, unknown>
	query: Record<string, unknown>
	body: unknown
}

/** Generates requests of an operation: valid ones, and ones with a single error. */
export function generateRequests({ parameters, requestBody, security }: Operation): Arbitrary<GeneratedRequest> {
	const part = (place: 'path' | 'query'): Schema => {
		const all = parameters.filter((parameter) => parameter.in === place)
		return {
			properties: Object.fromEntries(all.map(({ name, schema }) => [name, schema as Schema])),
			required: all.filter(({ required }) => required).map(({ name }) => name),
		}
	}
	const [path, query] = [part('path'), part('query')]
	const body = requestBody?.content['application/json']?.schema as Schema | undefined
	const knows = (name: string) => KNOWN_NAMES.has(name)
	const parts = {
		caller: fc.constantFrom<GeneratedRequest['caller']>(
			'one',
			'one',
			'one',
			'other',
			...(security.length === 1 ? [] : ['visitor' as const]),
		),
		params: validValues(path, knows) as Arbitrary<Record<string, unknown>>,
		query: validValues(query, knows) as Arbitrary<Record<string, unknown>>,
		body: body ? withUnknownProperties(validValues(body, knows)) : fc.constant(undefined),
	}
	const valid = fc.record({ ...parts, valid: fc.constant(true) })
	const inAddress = (schema: Schema) =>
		Object.entries(schema.properties ?? {}).map(([name, property]) =>
			invalidParameter(property, schema.required?.includes(name) ?? false).map((text) => ({ [name]: text })),
		)
	const broken: Arbitrary<Partial<GeneratedRequest>>[] = [
		...inAddress(path).map((wrong) => wrong.map((params) => ({ params }))),
		...inAddress(query).map((wrong) => wrong.map((added) => ({ query: added }))),
		...(query.required ?? []).map((name) => fc.constant({ query: { [name]: undefined } })),
		...(body
			? [fc.oneof(invalidObjects(body), invalidValues({ type: 'object' })).map((wrong) => ({ body: wrong }))]
			: []),
	]
	if (broken.length === 0) return valid
	const invalid = fc.tuple(valid, fc.oneof(...broken)).map(([request, wrong]) => ({
		...request,
		...wrong,
		params: { ...request.params, ...wrong.params },
		query: { ...request.query, ...wrong.query },
		valid: false,
	}))
	return fc.oneof(valid, invalid)
}

/** Adds unknown properties, which the API ignores. */
function withUnknownProperties(bodies: Arbitrary<unknown>): Arbitrary<unknown> {
	const unknown = fc.dictionary(fc.constantFrom('likes', 'views', 'role', 'isRead', 'createdAt', 'x'), fc.jsonValue(), {
		maxKeys: 2,
	})
	return fc.tuple(unknown, bodies).map(([more, body]) => ({ ...more, ...(body as object) }))
}

/** Generates invalid texts for a parameter. An empty one counts as absent, which is only invalid if it is required. */
function invalidParameter(schema: Schema, needed: boolean): Arbitrary<string> {
	const { type, maxLength, minimum, maximum, pattern, format, enum: words } = schema
	const wrong: string[] = ['\u0000', 'x\u0007']
	if (type === 'integer') wrong.push('1.5', '1e3', '0x10', 'NaN', ' ', '9'.repeat(20), '-', '--1', '１')
	if (type === 'number') wrong.push('1e3', 'NaN', 'Infinity', '.5', '9'.repeat(20), '3,5')
	if (type === 'boolean') wrong.push('yes', '1', 'TRUE', 'null')
	if (words) wrong.push('other', String(words[0]).toLowerCase() === words[0] ? 'WEEK' : 'desc', 'constructor')
	if (pattern) {
		const isRight = new RegExp(pattern, 'u')
		const texts = ['1', 'not-a-uuid', '018f0000-0000-7000-8000-00000000000g', '../x']
		wrong.push(...texts.filter((text) => !isRight.test(text)))
	}
	if (format) wrong.push('yesterday', '2026-13-01', '2026-11-21', '2026-11-21T25:00:00Z')
	if (minimum !== undefined) wrong.push(String(minimum - 1))
	if (maximum !== undefined) wrong.push(String(maximum + 1))
	if (maxLength !== undefined) wrong.push('x'.repeat(maxLength + 1))
	if (needed && schema.minLength) wrong.push('', ' '.repeat(3))
	return fc.constantFrom(...wrong)
}

const KNOWN_NAMES = new Set([
	'id',
	'gameId',
	'gameIds',
	'playId',
	'day',
	'reviewId',
	'subjectId',
	'listId',
	'userId',
	'followedId',
	'followedBy',
	'username',
	'slug',
	'identifier',
	'password',
	'platform',
	'refreshToken',
	'signed_request',
	'cursor',
	'query',
	'impressions',
	'views',
])
