import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { createReview, type Review } from '#contract/reviews.ts'
import { register } from '#contract/sessions.ts'
import type { CurrentUser } from '#contract/users.ts'
import { listDocumentedRefusals } from '#server/api-docs/documented-refusals.ts'
import { createApp } from '#server/app.ts'
import type { LookupSettings } from '#server/catalog/lookup.ts'
import type { Timing } from '#server/catalog/throttled-client.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { refreshRankings } from '#server/db/rankings.ts'
import type { Replicas } from '#server/db/replicas.ts'
import type { Tables } from '#server/db/tables.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import type { App } from '#server/http/app-type.ts'
import type { Network } from '#server/http/public-request.ts'
import type { DeliverMail, Mail } from '#server/mail/delivery.ts'
import { createServices, type Services } from '#server/services.ts'
import { createMetrics } from '#server/telemetry/metrics.ts'
import { ApiError, type CallOptions, call, type Input, type ResponseBody, type Transport } from '#web/app/api-client.ts'
import { openMigratedDatabase } from './database-server.ts'
import { PASSWORD } from './password.ts'
import { openSecondConnection } from './second-connection.ts'
// Connections record what they run only when this stands before the first of them
import '../../bench/record-statements.ts'

/** A registered user with the tokens of their session. */
export interface Player {
	user: CurrentUser
	password: string
	accessToken: string
	refreshToken: string
}

/** The API in this process with its own database, called through the typed client. */
export interface TestSite extends AsyncDisposable {
	app: App
	services: Services
	/** The site's clock, which only advances when a test sets it. */
	time: { now: number }
	/** All mails, of the sites beside this one too: they send each other's. */
	mails: Mail[]
	/** Returns the mails to an address, oldest first, after all queued mails are sent. */
	mailsTo: (address: string) => Promise<Mail[]>
	/** Calls an endpoint as a player, or as a visitor. Throws `ApiError` for refusals. */
	call: <E extends Endpoint>(
		endpoint: E,
		input: Input<E>,
		player?: Player,
		options?: CallOptions,
	) => Promise<ResponseBody<E>>
	/** Calls an endpoint that is expected to refuse, and returns the error. */
	refusal: <E extends Endpoint>(endpoint: E, input: Input<E>, player?: Player) => Promise<ApiError>
	/** Registers a new user. */
	register: (username?: string) => Promise<Player>
	/** Adds a game and returns its ID. */
	addGame: (game?: AddedGame) => Promise<number>
}

interface AddedGame {
	name?: string
	platforms?: string[]
	source?: string
	coverSource?: string | null
	screenshotSources?: string[]
	/** ISO 8601, as precise as is known. */
	releaseDate?: string | null
	genres?: string[]
}

export { PASSWORD }

/**
 * Starts the API on an empty database of this run's server. With `database`, uses the given one, and its `replicas`; with
 * `beside`, uses another site's database with separate connections, like a second process, with `limits` other than those of
 * requests. A mail that `deliver` rejects waits.
 */
export async function startSite(
	options: {
		env?: Record<string, string>
		imageNetwork?: Network
		pushNetwork?: Network
		/** The sources that are asked for single games. */
		lookups?: LookupSettings
		/** Time of what is read from Steam. */
		steamTiming?: Timing
		database?: Database
		replicas?: Replicas
		beside?: TestSite
		limits?: { statementTimeoutMs: 0 }
		deliver?: DeliverMail
		/** Leaves it to the test to refresh rankings. */
		hasLateRankings?: boolean
	} = {},
): Promise<TestSite> {
	const database =
		options.database ??
		(options.beside ? await openSecondConnection(options.beside.services, options.limits) : await borrowDatabase())
	const time = { now: Date.UTC(2026, 10, 21, 12) }
	const config: Config = readConfig({
		LOG_LEVEL: 'silent',
		RATE_LIMIT_FACTOR: '1000',
		DATA_DIR: path.join(tmpdir(), `savepoint-test-${randomUUID()}`),
		...options.env,
	})
	const mails = options.beside?.mails ?? []
	const deliver: DeliverMail = async (mail, log) => {
		await options.deliver?.(mail, log)
		mails.push(mail)
	}
	const secret = 'a secret for tests, long enough to be one'
	const services = createServices(
		config,
		{ ...database, replicas: options.replicas },
		secret,
		() => time.now,
		deliver,
		{
			imageNetwork: options.imageNetwork,
			pushNetwork: options.pushNetwork,
			metrics: config.metrics && createMetrics(),
			lookups: options.lookups,
			steamTiming: options.steamTiming,
		},
	)
	await withoutStatementTimeout(database.backgroundDb, (connection) => advanceWindows(connection, time.now))
	const app = await createApp(services)
	// No job runs here, and nothing that is read is late, unless the database is away
	if (!options.hasLateRankings) app.addHook('onRequest', () => refreshRankings(database.backgroundDb).catch(() => {}))
	const undocumented = collectUndocumentedResponses(app)
	await app.ready()
	let names = 0

	const site: TestSite = {
		app,
		services,
		time,
		mails,
		async mailsTo(address) {
			await services.mail.waitUntilIdle(app.log)
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
			await services.mail.close(app.log)
			await services.push.close()
			await services.purges.close()
			await services.bans.close()
			await services.drawings.close()
			await services.sharePictures.close()
			await rm(config.dataDir, { recursive: true, force: true })
			if (options.beside) await database.close()
			else if (!options.database) await returnDatabase(database)
			if (undocumented.size > 0)
				throw new Error(`Answers that the API's description lacks: ${[...undocumented].join('; ')}`)
		},
	}
	return site
}

/** Collects API responses that are not documented. */
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

/** Creates a form with text fields. */
export function toFormData(texts: Readonly<Record<string, string>>): FormData {
	const form = new FormData()
	for (const [name, text] of Object.entries(texts)) form.set(name, text)
	return form
}

/** Writes a review as a player, of a new game unless one is given. Advances the clock by one second first. */
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

/** Marks an account as still having to choose its username, as a social login leaves it. */
export async function clearUsername({ services }: TestSite, { user }: Player): Promise<void> {
	await services.db.updateTable('users').set({ needs_username: true }).where('id', '=', user.id).execute()
}

/** Creates a transport that injects the client's requests into an app of this process. */
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
		releaseDate = '1998-11-21',
		genres = ['Adventure'],
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
			release_date: releaseDate,
			developers: ['Studio'],
			publishers: ['Publisher'],
			genres,
			platforms,
			game_modes: ['Single-player'],
			series: 'Lantern Hollow',
			series_slug: 'lantern-hollow',
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

// Databases are created once per process and emptied between sites. A test that runs two sites at once gets a second one.
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
		// Deleting a few rows takes a twentieth of the time of truncating
		if (rows.every(({ pages }) => pages <= MAX_DELETE_PAGES)) await deleteAll(connection, tables)
		else await sql`truncate ${sql.raw(tables.join(', '))} restart identity cascade`.execute(connection)
		await sql`update site_counts set n = 0`.execute(connection)
		await sql`update windows set today = '2000-01-01', next = null`.execute(connection)
		await sql`insert into second_factor_duties (role) values ('admin')`.execute(connection)
		await sql`insert into browse_state values (0, 0, 0, 2147483647)`.execute(connection)
	})
	idleDatabases.push(database)
}

const MAX_DELETE_PAGES = 40

/** Empties the tables without firing triggers, and restarts their sequences. */
async function deleteAll(db: Kysely<Tables>, tables: readonly string[]): Promise<void> {
	await sql`do ${sql.raw(`$$begin
		set local session_replication_role = replica;
		${tables.map((table) => `delete from ${table};`).join('\n')}
		perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where schemaname = 'public';
	end$$`)}`.execute(db)
}

/** Creates a migrated database for exclusive use, on the server of this run. */
export async function newDatabase(): Promise<Database & AsyncDisposable> {
	const database = await openMigratedDatabase()
	return { ...database, [Symbol.asyncDispose]: () => database.close() }
}
