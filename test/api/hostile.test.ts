import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createReview } from '#contract/reviews.ts'
import { recount } from '#server/recount.ts'
import { type Player, startSite, type TestSite } from '../harness.ts'

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
					requestBody?: { content: { 'application/json': { schema: { properties?: object } } } }
				}
			>
		>,
	).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
			method: method.toUpperCase(),
			path,
			pathNames: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
			query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
			body: Object.keys(requestBody?.content['application/json'].schema.properties ?? {}),
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
		headers: { authorization: `Bearer ${player.accessToken}`, 'content-type': 'application/json' },
		...(values.body === undefined ? {} : { payload: JSON.stringify(values.body) }),
	})
}

/** Percent-encoded; half a surrogate pair, which has no encoding, goes as bytes that are no UTF-8. */
function encode(text: string): string {
	return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

test('trust case 8: hostile texts in each path, query and body value are refused or taken literally', {
	timeout: 180_000,
}, async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	await site.call(createReview, { body: { gameId, rating: 4, platform: 'PC', description: 'Stays as it is.' } }, player)
	const before = await fingerprint(site)
	const faults: string[] = []
	for (const operation of await operationsOf(site)) {
		if (operation.path === '/api/auth/logout') continue
		for (const text of CORPUS) {
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
	}
	expect(faults).toEqual([])
	expect(await fingerprint(site)).toEqual(before)
	expect(await recount(site.services.db)).toEqual([])
})

test('random bodies of any type and depth never bring the server down', { timeout: 180_000 }, async () => {
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
