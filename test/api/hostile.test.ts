/**
 * Hostile texts in every value of every endpoint.
 *
 * @module-tag ci
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createReview } from '#contract/reviews.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { recordStatements } from '../../bench/record-statements.ts'

const CORPUS = [
	"' or '1'='1",
	"'; drop table reviews; --",
	"1); delete from users where ('1'='1",
	'" union select password_hash from users --',
	'$$; select pg_sleep(5); $$',
	'%27%20OR%201=1',
	'%',
	'_%_%',
	'\\',
	"\\'; select 1 --",
	'{1,2}',
	'#{7*7}',
	'{{7*7}}',
	'<script>alert(1)</script>',
	'../../../../etc/passwd',
	'__proto__',
	'constructor',
	'NaN',
	'-1',
	'1e999',
	'0x10',
	'9'.repeat(40),
	'null',
	'undefined',
	'[]',
	'\u202eevil',
	'\ufeff',
	'a'.repeat(5_000),
	'(a+)+$'.repeat(50),
	'\u0000',
	'\ud800',
]

/** What people send: words long and short, with signs and without, numbers, ids, and words that a parameter knows. */
const HARMLESS = [
	'plain',
	'two words',
	'ab',
	"o'clock",
	'ab plain 1.5',
	'plain o.k. ab',
	'...',
	'... -',
	'- plain',
	' ',
	'12',
	'1',
	'-1',
	'week',
	'likes',
	'true',
	'018f0000-0000-7000-8000-000000000001',
	'2026-11-21T12:00:00.000Z',
	'déjà vu',
	'a\u0301',
]

interface Field {
	name: string
	schema: unknown
}

interface Operation {
	method: string
	path: string
	pathNames: string[]
	query: string[]
	body: string[]
	/** Whether the body is a form in place of JSON. */
	isForm: boolean
}

async function operationsOf(site: TestSite): Promise<Operation[]> {
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json()
	return Object.entries(
		paths as Record<
			string,
			Record<
				string,
				{
					parameters: (Field & { in: string })[]
					requestBody?: { content: Record<string, { schema: { properties?: object } }> }
				}
			>
		>,
	).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
			method: method.toUpperCase(),
			path,
			pathNames: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
			query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
			isForm: requestBody !== undefined && 'multipart/form-data' in requestBody.content,
			body: Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
		})),
	)
}

function send(
	site: TestSite,
	player: Player,
	operation: Operation,
	values: { path?: string; query?: Record<string, string>; body?: unknown },
) {
	const url = operation.path.replace(/\{\w+\}/g, encode(values.path ?? '018f0000-0000-7000-8000-000000000001'))
	const query = Object.entries(values.query ?? {}).map(([name, value]) => `${name}=${encode(value)}`)
	return site.app.inject({
		method: operation.method as 'GET',
		url: query.length > 0 ? `${url}?${query.join('&')}` : url,
		headers: {
			authorization: `Bearer ${player.accessToken}`,
			...(operation.isForm ? {} : { 'content-type': 'application/json' }),
		},
		...(values.body === undefined
			? {}
			: { payload: operation.isForm ? formOf(values.body) : JSON.stringify(values.body) }),
	})
}

/** A form with the values as texts, in JSON where they are none. */
function formOf(values: unknown): FormData {
	const form = new FormData()
	for (const [name, value] of Object.entries(values ?? {}))
		form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
	return form
}

/** Percent-encoded; half a surrogate pair, which has no encoding, goes as bytes that are no UTF-8. */
function encode(text: string): string {
	return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

test('hostile texts in every path, query and body value are rejected or taken literally', {
	tags: ['trust-8'],
}, async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	await site.call(createReview, { body: { gameId, rating: 4, platform: 'PC', description: 'Stays as it is.' } }, player)
	const before = await fingerprint(site)
	const operations = (await operationsOf(site)).filter(({ path }) => path !== '/api/auth/logout')
	const harmless = await recordStatements(() => sendAll(site, player, operations, HARMLESS))
	const hostile = await recordStatements(() => sendAll(site, player, operations, CORPUS))
	expect(hostile.result).toEqual([])
	expect(await fingerprint(site)).toEqual(before)
	expect(await recount(site.services.db)).toEqual([])
	// No statement has a part that harmless texts in the same places do not lead to
	const [known, asked] = [harmless, hostile].map(({ statements }) => partsOf(statements.map(({ text }) => text)))
	expect(asked?.size).toBeGreaterThan(50)
	expect([...(asked ?? [])].filter((part) => !known?.has(part))).toEqual([])
})

/** Sends each text in each place where the operations take one; the answers that are faults of the server. */
async function sendAll(
	site: TestSite,
	player: Player,
	operations: readonly Operation[],
	texts: readonly string[],
): Promise<string[]> {
	const faults: string[] = []
	for (const operation of operations)
		for (const text of texts) {
			const attempts = [
				...operation.pathNames.slice(0, 1).map(() => send(site, player, operation, { path: text, body: {} })),
				...operation.query.map((name) => send(site, player, operation, { query: { [name]: text } })),
				...operation.body.map((name) => send(site, player, operation, { body: { [name]: text } })),
			]
			for (const answer of await Promise.all(attempts))
				if (answer.statusCode >= 500)
					faults.push(
						`${operation.method} ${operation.path} ${JSON.stringify(text).slice(0, 60)}: ${answer.statusCode}`,
					)
		}
	return faults
}

/** The conditions and other parts of statements, each once, whichever number a value has. */
function partsOf(statements: readonly string[]): Set<string> {
	return new Set(statements.flatMap((text) => text.replace(/\$\d+/g, '$').split(/\s+(?:and|where|limit)\s+/i)))
}

test('random bodies of any type and depth never crash the server', { tags: ['trust-8'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const operations = (await operationsOf(site)).filter(
		({ body, path }) => body.length > 0 && path !== '/api/auth/logout',
	)
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...operations),
			fc.array(fc.tuple(fc.nat(10), fc.jsonValue({ maxDepth: 4 })), { maxLength: 6 }),
			async (operation, values) => {
				const body = Object.fromEntries(
					values.map(([place, value]) => [operation.body[place % operation.body.length] ?? 'x', value]),
				)
				const answer = await send(site, player, operation, { body })
				expect([operation.path, JSON.stringify(body), answer.statusCode < 500]).toEqual([
					operation.path,
					JSON.stringify(body),
					true,
				])
			},
		),
		{ numRuns: 500 },
	)
	expect(await recount(site.services.db)).toEqual([])
})

/** What hostile requests must leave alone: the rows of people's own, and the tables. */
async function fingerprint(site: TestSite): Promise<unknown> {
	const { rows } = await sql`
		select (select count(*)::int from users) as users, (select count(*)::int from reviews) as reviews,
			(select string_agg(description, '|') from reviews) as texts, (select count(*)::int from pg_tables where schemaname = 'public') as tables,
			(select string_agg(password_hash, '|') from users) as hashes`.execute(site.services.db)
	return rows
}
