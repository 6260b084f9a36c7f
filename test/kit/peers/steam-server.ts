import { createHmac, randomUUID } from 'node:crypto'
import { createSimulatedTime, type Fault, type Reply, type SimulatedTime, startFaultyServer } from './faulty-server.ts'

/** The key of the operator. */
const KEY = 'the-steam-key'
/** Whose profile it is at the stand-in. */
export const STEAM_ID = '76561198000000042'

interface Options {
	time?: SimulatedTime
	library?: readonly object[]
	wishlist?: readonly object[]
	/** Whether the profile shows its games to nobody. */
	isPrivate?: boolean
	/** Returns the fault of a call by its name, such as `GetOwnedGames` and `login`, and how often it was called, from 1. */
	fault?: (call: string, number: number) => Fault | undefined
}

const SIGNED = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle'

/** Starts a stand-in for Steam: its sign-in, which at once confirms the person of `STEAM_ID`, and the calls that read a profile. */
export async function startSteamServer(options: Options = {}) {
	const { time = createSimulatedTime(), library = [], wishlist = [], isPrivate = false, fault } = options
	const secret = randomUUID()
	const spent = new Set<string>()
	const calls = new Map<string, number>()
	const sign = (fields: URLSearchParams) =>
		createHmac('sha256', secret)
			.update(
				(fields.get('openid.signed') ?? '')
					.split(',')
					.map((name) => `${name}:${fields.get(`openid.${name}`)}`)
					.join('\n'),
			)
			.digest('base64')

	const server = await startFaultyServer(
		time,
		({ path, body }): Reply => {
			const { pathname, searchParams: query } = new URL(path, server.url)
			if (pathname === '/openid/login') return body === '' ? confirm(query) : authenticate(new URLSearchParams(body))
			if (pathname.startsWith('/IStoreBrowseService/GetItems/')) return { body: { response: describe(query) } }
			if (query.get('key') !== KEY || query.get('steamid') !== STEAM_ID) return { status: 401, body: 'Unauthorized' }
			if (pathname.startsWith('/IPlayerService/GetOwnedGames/'))
				return { body: { response: isPrivate ? {} : { game_count: library.length, games: library } } }
			return { body: { response: { items: wishlist } } }
		},
		(_number, { path }) => {
			const call = /(\w+)(?:\/v1\/)?$/.exec(new URL(path, 'http://steam').pathname)?.[1] ?? ''
			const number = (calls.get(call) ?? 0) + 1
			calls.set(call, number)
			return fault?.(call, number)
		},
	)
	const loginUrl = `${server.url}/openid/login`

	/** The answer to a sign-in, as the address to which the browser is sent. */
	function answerSignIn(signInUrl: string): URL {
		const query = new URL(signInUrl).searchParams
		const returnTo = new URL(query.get('openid.return_to') ?? '')
		const claimed = new URL(`id/${STEAM_ID}`, loginUrl).href
		const fields = {
			...{ ns: 'http://specs.openid.net/auth/2.0', mode: 'id_res', op_endpoint: loginUrl },
			...{
				claimed_id: claimed,
				identity: claimed,
				return_to: returnTo.href,
				assoc_handle: '1234567890',
				signed: SIGNED,
			},
			response_nonce: `${new Date(time.now).toISOString()}${randomUUID()}`,
		}
		for (const [name, value] of Object.entries(fields)) returnTo.searchParams.set(`openid.${name}`, value)
		returnTo.searchParams.set('openid.sig', sign(returnTo.searchParams))
		return returnTo
	}

	function confirm(query: URLSearchParams): Reply {
		return { status: 302, headers: { location: answerSignIn(`${loginUrl}?${query}`).href }, body: '' }
	}

	function authenticate(fields: URLSearchParams): Reply {
		const nonce = fields.get('openid.response_nonce') ?? ''
		const isValid =
			fields.get('openid.mode') === 'check_authentication' &&
			sign(fields) === fields.get('openid.sig') &&
			!spent.has(nonce)
		spent.add(nonce)
		return { body: `ns:http://specs.openid.net/auth/2.0\nis_valid:${isValid}\n` }
	}

	function describe(query: URLSearchParams) {
		const { ids } = JSON.parse(query.get('input_json') ?? '') as { ids: { appid: number }[] }
		return { store_items: ids.map(({ appid }) => ({ appid, name: `Store Game ${appid}`, success: 1 })) }
	}

	return Object.assign(server, {
		time,
		calls,
		answerSignIn,
		env: { STEAM_API_KEY: KEY, STEAM_API_URL: server.url, STEAM_LOGIN_URL: loginUrl },
	})
}
