import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Endpoint } from '#contract/endpoint.ts'
import { createReview, type Review } from '#contract/reviews.ts'
import { register } from '#contract/sessions.ts'
import type { CurrentUser } from '#contract/users.ts'
import { listDocumentedRefusals } from '#server/api-docs/documented-refusals.ts'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Tables } from '#server/db/tables.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import type { Network } from '#server/features/media/fetch-image.ts'
import type { App } from '#server/http/app-type.ts'
import type { Mail } from '#server/mail/delivery.ts'
import { createMailQueue } from '#server/mail/queue.ts'
import { createServices, type Services } from '#server/services.ts'
import { ApiError, type CallOptions, call, type Input, type ResponseBody, type Transport } from '#web/app/api-client.ts'
import { openMigratedDatabase } from './migrated-dump.ts'
import { PASSWORD } from './password.ts'
import { openSecondConnection } from './second-connection.ts'
// Connections record what they run only when this stands before the first of them
import '../../bench/record-statements.ts'

/** Someone with an account, and the tokens of their session. */
export interface Player {
	user: CurrentUser
	password: string
	accessToken: string
	refreshToken: string
}

/** The API in this process on a database of its own, called through the typed client. */
export interface TestSite extends AsyncDisposable {
	app: App
	services: Services
	/** The time, which stands still until a test moves it. */
	time: { now: number }
	/** The mails to an address, oldest first, once everything that was asked for is sent. */
	mailsTo: (address: string) => Promise<Mail[]>
	/** Calls an endpoint as a player, or as a visitor. Throws `ApiError` for refusals. */
	call: <E extends Endpoint>(
		endpoint: E,
		input: Input<E>,
		player?: Player,
		options?: CallOptions,
	) => Promise<ResponseBody<E>>
	/** Calls an endpoint that must refuse, and returns its error. */
	refusal: <E extends Endpoint>(endpoint: E, input: Input<E>, player?: Player) => Promise<ApiError>
	/** Registers someone new. */
	register: (username?: string) => Promise<Player>
	/** Adds a game and returns its id. */
	addGame: (game?: AddedGame) => Promise<number>
}

interface AddedGame {
	name?: string
	platforms?: string[]
	source?: string
	coverSource?: string | null
	screenshotSources?: string[]
}

export { PASSWORD }

/**
 * Starts the API on an empty database: the embedded one, or with TEST_DATABASE_URL a PostgreSQL server; on `database`, one
 * of the test's own; or `beside` another site on that site's database, with connections of its own, as a second process
 * has them.
 */
export async function startSite(
	options: { env?: Record<string, string>; imageNetwork?: Network; database?: Database; beside?: TestSite } = {},
): Promise<TestSite> {
	const database =
		options.database ?? (options.beside ? await openSecondConnection(options.beside.services) : await borrowDatabase())
	const time = { now: Date.UTC(2026, 10, 21, 12) }
	const config: Config = readConfig({
		LOG_LEVEL: 'silent',
		RATE_LIMIT_FACTOR: '1000',
		DATA_DIR: path.join(tmpdir(), `savepoint-test-${randomUUID()}`),
		...options.env,
	})
	const mails: Mail[] = []
	const mail = createMailQueue(async (mail) => {
		mails.push(mail)
	})
	const secret = 'a secret for tests, long enough to be one'
	const services = createServices(config, database.db, secret, () => time.now, mail, options.imageNetwork)
	await advanceWindows(database.db, time.now)
	const app = await createApp(services)
	const undocumented = collectUndocumentedResponses(app)
	await app.ready()
	let names = 0

	const site: TestSite = {
		app,
		services,
		time,
		async mailsTo(address) {
			await mail.waitUntilIdle()
			return mails.filter(({ to }) => to === address)
		},
		call: (endpoint, input, player, options) => call(createInjectTransport(app, player), endpoint, input, options),
		async refusal(endpoint, input, player) {
			try {
				await call(createInjectTransport(app, player), endpoint, input)
			} catch (error) {
				if (error instanceof ApiError) return error
				throw error
			}
			throw new Error(`${endpoint.method} ${endpoint.url} was expected to refuse`)
		},
		async register(username = `player_${++names}`) {
			const body = { username, email: `${username}@example.org`, password: PASSWORD, confirmPassword: PASSWORD }
			const { user, tokens } = await site.call(register, { body })
			return { user, password: PASSWORD, ...tokens }
		},
		addGame: (game) => addGame(services, game),
		async [Symbol.asyncDispose]() {
			await app.close()
			await mail.close()
			await services.purges.close()
			await services.drawings.close()
			await rm(config.dataDir, { recursive: true, force: true })
			if (options.beside) await database.close()
			else if (!options.database) await returnDatabase(database)
			if (undocumented.size > 0)
				throw new Error(`Answers that the API's description lacks: ${[...undocumented].join('; ')}`)
		},
	}
	return site
}

/**
 * Collects what the calls of the API answer without documenting it: their contract has the success, it or
 * `server/api-docs/refusals.ts` the refusal.
 */
function collectUndocumentedResponses(app: App): Set<string> {
	const found = new Set<string>()
	app.addHook('onSend', (request, reply, payload, done) => {
		const { method, url, config, schema } = request.routeOptions
		if (config.summary !== undefined && method !== 'HEAD' && typeof payload === 'string') {
			const endpoint = { method, url, config, schema } as Endpoint
			const status = reply.statusCode
			const code = status < 400 ? undefined : (JSON.parse(payload) as { code: string }).code
			const known =
				code === undefined
					? status in endpoint.schema.response
					: listDocumentedRefusals(endpoint)
							.get(status)
							?.some((refusal) => refusal.code === code)
			if (!known) found.add(`${endpoint.method} ${endpoint.url} ${status} ${code ?? ''}`)
		}
		done(null, payload)
	})
	return found
}

/** A form of texts. */
export function toFormData(texts: Readonly<Record<string, string>>): FormData {
	const form = new FormData()
	for (const [name, text] of Object.entries(texts)) form.set(name, text)
	return form
}

/** Writes a review as a player, of a game of its own unless one is named, a second after whatever was before. */
export async function writeReview(site: TestSite, player: Player, gameId?: number): Promise<Review> {
	site.time.now += 1000
	const body = {
		gameId: gameId ?? (await site.addGame()),
		rating: 4,
		platform: 'PC',
		description: 'Worth every evening.',
	}
	return site.call(createReview, { body }, player)
}

/** Makes an account one that has still to choose its username, as a social sign-in leaves it. */
export async function clearUsername({ services }: TestSite, { user }: Player): Promise<void> {
	await services.db.updateTable('users').set({ needs_username: true }).where('id', '=', user.id).execute()
}

/** The client's transport into an app of this process. */
function createInjectTransport(app: App, player?: Player): Transport {
	return async ({ method, url, headers, body }) => {
		const answer = await app.inject({
			method: method as 'GET',
			url,
			headers: player ? { ...headers, authorization: `Bearer ${player.accessToken}` } : headers,
			...(body === undefined ? {} : { payload: body }),
		})
		return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
	}
}

let gameCount = 0

async function addGame(
	{ db, clock }: Services,
	{
		name = `Game ${++gameCount}`,
		platforms = ['PC', 'Nintendo Switch'],
		source = 'test',
		coverSource = null,
		screenshotSources = [],
	}: AddedGame = {},
): Promise<number> {
	const at = new Date(clock()).toISOString()
	const row = await db
		.insertInto('games')
		.values({
			source,
			sources: [source],
			source_id: `test:${++gameCount}`,
			facts_hash: '',
			name,
			cover_source: coverSource,
			release_date: '1998-11-21',
			developers: ['Studio'],
			publishers: ['Publisher'],
			genres: ['Adventure'],
			platforms,
			game_modes: ['Single-player'],
			summary: null,
			storyline: null,
			description: null,
			screenshot_sources: screenshotSources,
			websites: '[]',
			created_at: at,
			updated_at: at,
		})
		.returning('id')
		.executeTakeFirstOrThrow()
	return row.id
}

// A database is made once a process and emptied between sites; a test that runs two sites at once gets a second one.
const idleDatabases: Database[] = []

async function borrowDatabase(): Promise<Database> {
	return idleDatabases.pop() ?? newDatabase()
}

async function returnDatabase(database: Database): Promise<void> {
	const { rows } = await sql<{ table: string; pages: number }>`
		select quote_ident(tablename) as table, pg_relation_size(quote_ident(tablename)::regclass)::int / 8192 as pages
		from pg_tables where schemaname = 'public' and tablename not in ('schema_migrations', 'site_counts', 'windows')`.execute(
		database.db,
	)
	const tables = rows.map(({ table }) => table)
	await withoutStatementTimeout(database.db, async (connection) => {
		// Deleting a few rows takes a twentieth of the time of a truncation
		if (rows.every(({ pages }) => pages <= MAX_DELETE_PAGES)) await deleteAll(connection, tables)
		else await sql`truncate ${sql.raw(tables.join(', '))} restart identity cascade`.execute(connection)
		await sql`update site_counts set n = 0`.execute(connection)
		await sql`update windows set today = '2000-01-01'`.execute(connection)
	})
	idleDatabases.push(database)
}

const MAX_DELETE_PAGES = 40

/** Empties the tables without their triggers and begins their numbers anew. */
async function deleteAll(db: Kysely<Tables>, tables: readonly string[]): Promise<void> {
	await sql`do ${sql.raw(`$$begin
		set local session_replication_role = replica;
		${tables.map((table) => `delete from ${table};`).join('\n')}
		perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where schemaname = 'public';
	end$$`)}`.execute(db)
}

/** A migrated database of its own that nobody else gets: the embedded one, or on the server of TEST_DATABASE_URL. */
export async function newDatabase(): Promise<Database & AsyncDisposable> {
	const url = process.env.TEST_DATABASE_URL
	const database = await (url ? newServerDatabase(url) : openMigratedDatabase())
	return { ...database, [Symbol.asyncDispose]: () => database.close() }
}

/** A database of this process on the server, in the place of those that ended processes left. */
async function newServerDatabase(url: string): Promise<Database> {
	const client = new pg.Client(url)
	await client.connect()
	try {
		const { rows } = await client.query<{ datname: string }>(
			`select datname from pg_database where datname like 'savepoint\\_test\\_%'`,
		)
		for (const { datname } of rows)
			if (!isAlive(Number(datname.split('_')[2]))) await client.query(`drop database if exists ${datname} with (force)`)
		const name = `savepoint_test_${process.pid}_${databaseCount++}`
		await client.query(`create database ${name} template template0`)
		const address = new URL(url)
		address.pathname = `/${name}`
		// A busy machine may keep a statement waiting for its connection
		const database = await openDatabase({ url: address.href, connectionTimeoutMs: 20_000 })
		await migrate(database.db)
		return database
	} finally {
		await client.end()
	}
}

let databaseCount = 0

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0)
		return true
	} catch {
		return false
	}
}
