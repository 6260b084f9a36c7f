import { createSimulatedTime, type Fault, type Reply, type SimulatedTime, startFaultyServer } from './faulty-server.ts'

export const IGDB_KEYS = { clientId: 'the-client', clientSecret: 'the-s3cret' } as const

type Row = Record<string, unknown>

interface Options {
	time?: SimulatedTime
	games: readonly unknown[]
	/** Rows of `game_time_to_beats`; without them it does not know these. */
	times?: readonly Row[]
	/** Whether it knows the current field names or the former ones. */
	knows?: 'now' | 'before'
	/** Returns the fault of an API request by its number, from 1. */
	fault?: (number: number) => Fault | undefined
	tokenFault?: (number: number) => Fault | undefined
	tokenSeconds?: number
	/** How long each answer takes, in real time. */
	delayMs?: number
}

const UNKNOWN = {
	now: /\bcategory\b/,
	before: /\b(game_type|date_format|external_game_source|websites\.type)\b/,
} as const

/** Starts a fake IGDB with the parts of its protocol that we use: tokens, fields, conditions, order and limit. */
export async function startIgdbServer(options: Options) {
	const {
		time = createSimulatedTime(),
		games,
		times,
		knows = 'now',
		fault,
		tokenFault,
		tokenSeconds = 5_587_808,
		delayMs,
	} = options
	const tokens: string[] = []
	const api = await startFaultyServer(
		time,
		({ path, headers, body }) => {
			// Of several tokens each is valid, as when several processes ask
			if (
				headers['client-id'] !== IGDB_KEYS.clientId ||
				!tokens.some((one) => headers.authorization === `Bearer ${one}`)
			)
				return { status: 401, body: { message: 'Authorization Failure' } }
			const mistake = UNKNOWN[knows].exec(body)
			if (mistake)
				return { status: 400, body: [{ title: 'Invalid Field', status: 400, cause: `No field ${mistake[0]}` }] }
			const statements = Object.fromEntries(
				body
					.split(';')
					.map((statement) => /^\s*(\w+)\s+([\s\S]*)$/.exec(statement)?.slice(1))
					.filter((parts) => parts !== undefined),
			) as Record<string, string | undefined>
			if (path === '/website_types' && knows === 'now')
				return { body: [{ id: 1, type: 'Official Website' }, { id: 77, type: 'Lamp Forum' }, { id: 'x' }] }
			if (path === '/date_formats' && knows === 'now')
				return {
					body: [
						{ id: 0, format: 'YYYYMMMMDD' },
						{ id: 9, format: 'YYYY' },
					],
				}
			if (path === '/game_time_to_beats' && times)
				return {
					body: times
						.filter((row) => holds(statements.where ?? '', row))
						.map((row) => only(row, statements.fields ?? '')),
				}
			if (!path.startsWith('/games')) return { status: 404, body: { message: 'Not Found' } }
			const wanted = /^"([^"]*)"$/.exec(statements.search ?? '')?.[1]
			const found = games.filter(
				(game) => !isRow(game) || (holds(statements.where ?? '', game) && hasWords(game, wanted ?? '')),
			)
			if (path === '/games/count') return { body: { count: found.length } }
			const limit = Number(statements.limit ?? 10)
			if (limit > 500) return { status: 400, body: [{ title: 'Limit', cause: 'The limit is 500' }] }
			return {
				body: sorted(found, statements.sort)
					.slice(0, limit)
					.map((game) => only(game, statements.fields ?? '')),
			}
		},
		(number) => fault?.(number),
		delayMs,
	)
	const twitch = await startFaultyServer(
		time,
		({ body }): Reply => {
			const given = new URLSearchParams(body)
			if (given.get('client_id') !== IGDB_KEYS.clientId) return { status: 400, body: { message: 'invalid client' } }
			if (given.get('client_secret') !== IGDB_KEYS.clientSecret || given.get('grant_type') !== 'client_credentials')
				return { status: 403, body: { message: 'invalid client secret' } }
			tokens.push(`t0ken-${tokens.length + 1}`)
			return { body: { access_token: tokens.at(-1), expires_in: tokenSeconds, token_type: 'bearer' } }
		},
		(number) => tokenFault?.(number),
		delayMs,
	)
	return {
		time,
		tokens,
		asked: api.asked,
		tokenAsked: twitch.asked,
		settings: { keys: IGDB_KEYS, apiUrl: api.url, tokenUrl: twitch.url, timing: time },
		async [Symbol.asyncDispose]() {
			await api[Symbol.asyncDispose]()
			await twitch[Symbol.asyncDispose]()
		},
	}
}

function isRow(game: unknown): game is Row {
	return typeof game === 'object' && game !== null && typeof (game as Row).id === 'number'
}

/** Whether the name of a game has all words of a search. */
function hasWords({ name }: Row, search: string): boolean {
	const words = String(name).toLowerCase()
	return search
		.toLowerCase()
		.split(' ')
		.every((word) => words.includes(word))
}

/** Whether a game meets conditions such as `a > 1 & (b = null | c != (1,2))`. */
function holds(conditions: string, game: Row): boolean {
	return conditions.split(/ & (?![^(]*\))/).every((condition) => {
		const group = /^\((.* \| .*)\)$/.exec(condition.trim())?.[1]
		if (group) return group.split(' | ').some((part) => holds(part, game))
		const [, field = '', operator = '', value = ''] = /^([\w.]+) (=|!=|>) (.+)$/.exec(condition.trim()) ?? []
		if (field === '') throw new Error(`The condition "${condition}" is not understood`)
		const own = valuesOf(game, field.split('.'))
		if (operator === '>') return Number(own[0]) > Number(value)
		const isAny =
			value === 'null'
				? own.length === 0
				: value
						.slice(1, -1)
						.split(',')
						.some((one) => own.map(String).includes(one.replaceAll('"', '')))
		// As in SQL, a missing value never satisfies `!=`
		return operator === '=' ? isAny : value === 'null' || own.length > 0 ? !isAny : false
	})
}

/** The values of a field, through lists: `external_games.uid`. */
function valuesOf(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
	if (Array.isArray(value)) return value.flatMap((one) => valuesOf(one, name === undefined ? [] : [name, ...rest]))
	if (name === undefined) return value === undefined || value === null ? [] : [value]
	return typeof value === 'object' && value !== null ? valuesOf((value as Row)[name], rest) : []
}

function sorted(games: readonly unknown[], sort = 'id desc'): unknown[] {
	const [field = '', direction] = sort.split(' ')
	const of = (game: unknown) => (isRow(game) ? Number(game[field]) : Number.POSITIVE_INFINITY)
	return [...games].sort((one, other) => (direction === 'desc' ? of(other) - of(one) : of(one) - of(other)))
}

/** Returns a game with the requested fields only. */
function only(game: unknown, fields: string): unknown {
	if (!isRow(game)) return game
	return pick(
		game,
		fields.split(',').map((field) => field.trim().split('.')),
	)
}

function pick(value: unknown, paths: readonly (readonly string[])[]): unknown {
	if (Array.isArray(value)) return value.map((item) => pick(item, paths))
	if (typeof value !== 'object' || value === null) return value
	const picked: Row = 'id' in value ? { id: value.id } : {}
	for (const name of new Set(paths.map(([name = '']) => name)))
		if (Object.hasOwn(value, name)) {
			const deeper = paths.filter(([first, ...rest]) => first === name && rest.length > 0).map(([, ...rest]) => rest)
			picked[name] = deeper.length > 0 ? pick((value as Row)[name], deeper) : (value as Row)[name]
		}
	return picked
}
