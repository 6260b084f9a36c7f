import { Agent, request } from 'node:http'

const CONNECTIONS = 16
const PASSWORD = 'Quiet-Harbor-71'
const MEMBERS = 48
/** The addresses that visitors come from, of as many networks. */
const ADDRESSES = 4_000
const WORDS = [
	'dark',
	'the',
	'star',
	'leg',
	'mar',
	'soul',
	'man',
	'ni',
	'final',
	'super',
	'craft',
	'wor',
	'zzz',
	'portl',
]
const PERIODS = ['week', 'month', 'year']
const TEXT =
	'It asks for patience and gives it back twofold. The last hour drags a little, the music never does. Worth a rainy weekend. '

interface Game {
	id: number
	cover: string
	screenshots: string[]
	platforms: string[]
}

interface Member {
	id: string
	username: string
	token: string
}

interface Answer {
	status: number
	text: string
}

interface Call {
	method?: string
	path: string
	body?: unknown
	member?: Member | undefined
	accept?: string
	/** Refusals that the mix expects, as when a random member likes a review again. */
	refusals?: readonly number[]
}

/** What the calls have found and written so far. */
interface World {
	games: Game[]
	members: Member[]
	registered: number
	reviews: string[]
	comments: string[]
	lists: string[]
	sharePictures: string[]
	/** Scripts and styles of the pages. */
	files: string[]
	/** A number below `limit`; the same sequence in every run. */
	random: (limit: number) => number
}

/**
 * Makes calls to a site with the built-in games, over 16 connections, and returns how many of each kind. Throws on an
 * unexpected answer.
 *
 * Of 100 calls, 27 are pages (9 of them with an address that nobody has requested before), 3 feeds and site maps, 3 files of
 * the web client, 24 reads of the API by visitors and 14 by members, 12 covers and illustrations in all widths, of which
 * most are drawn, 1 a share picture, 3 logins and 1 a registration, which hash a password, and 12 writes: reviews,
 * comments, likes, follows, lists, libraries and impressions. Visitors come from 4,000 addresses, which the site reads from
 * the header of a proxy, with browsers that accept Brotli, gzip or neither.
 */
export async function makeMixedCalls(port: number, total: number): Promise<Map<string, number>> {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
	const counts = new Map<string, number>()
	const world = createWorld()
	const { random } = world
	let sent = 0

	async function send(
		kind: string,
		{ method = 'GET', path, body, member, accept, refusals = [] }: Call,
	): Promise<Answer> {
		sent++
		counts.set(kind, (counts.get(kind) ?? 0) + 1)
		const n = random(ADDRESSES)
		const answer = await exchange(agent, port, {
			method,
			path,
			body: body === undefined ? '' : JSON.stringify(body),
			headers: {
				'x-forwarded-for': `10.${n >> 8}.${n & 255}.7`,
				'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${n % 140}.0) Gecko/20100101`,
				accept: accept ?? '*/*',
				'accept-encoding': pick(['br, gzip', 'br, gzip', 'gzip', 'identity'], random),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...(member ? { authorization: `Bearer ${member.token}` } : {}),
			},
		})
		if (answer.status >= 400 && !refusals.includes(answer.status))
			throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
		return answer
	}

	try {
		await begin(world, send)
		const kinds = weigh(world, send)
		await Promise.all(
			Array.from({ length: CONNECTIONS }, async () => {
				while (sent < total) await pick(kinds, random)()
			}),
		)
	} finally {
		agent.destroy()
	}
	return counts
}

type Send = (kind: string, call: Call) => Promise<Answer>

function createWorld(): World {
	let state = 7
	return {
		games: [],
		members: [],
		registered: 0,
		reviews: [],
		comments: [],
		lists: [],
		sharePictures: [],
		files: [],
		random(limit) {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
			return Math.floor((state / 2 ** 32) * limit)
		},
	}
}

/** Reads all games, and registers the members and gives each a review and a list. */
async function begin(world: World, send: Send): Promise<void> {
	for (let page = 1; ; page++) {
		const answer = await send('game list', { path: `/api/games/popular?limit=50&page=${page}&period=year` })
		const { data } = JSON.parse(answer.text) as { data: { games: Game[]; hasMore: boolean } }
		world.games.push(...data.games)
		if (!data.hasMore) break
	}
	for (let n = 0; n < MEMBERS; n++) {
		const member = await register(world, send)
		await writeReview(world, send, member)
		await writeList(world, send, member)
	}
}

async function register(world: World, send: Send): Promise<Member> {
	const username = `member_${world.registered++}`
	const answer = await send('registration', {
		method: 'POST',
		path: '/api/auth/register',
		body: { username, email: `${username}@example.com`, password: PASSWORD, confirmPassword: PASSWORD },
	})
	const { user, tokens } = JSON.parse(answer.text) as { user: { id: string }; tokens: { accessToken: string } }
	const member = { id: user.id, username, token: tokens.accessToken }
	world.members.push(member)
	return member
}

async function logIn(member: Member, send: Send): Promise<void> {
	const body = { identifier: member.username, password: PASSWORD }
	const answer = await send('sign-in', { method: 'POST', path: '/api/auth/login', body })
	member.token = (JSON.parse(answer.text) as { tokens: { accessToken: string } }).tokens.accessToken
}

async function writeReview({ games, reviews, random }: World, send: Send, member: Member): Promise<void> {
	const game = pick(games, random)
	const body = {
		gameId: game.id,
		rating: (random(10) + 1) / 2,
		platform: game.platforms[0],
		description: TEXT.repeat(1 + random(8)),
	}
	const answer = await send('write', { method: 'POST', path: '/api/reviews', body, member, refusals: [409] })
	if (answer.status === 201) reviews.push((JSON.parse(answer.text) as { id: string }).id)
}

async function writeList({ games, lists, random }: World, send: Send, member: Member): Promise<void> {
	const ids = new Set(Array.from({ length: 12 }, () => pick(games, random).id))
	const body = {
		title: `Evenings ${random(1_000)}`,
		description: TEXT,
		games: [...ids].map((gameId, order) => ({ gameId, order, notes: 'Play this first.' })),
	}
	const answer = await send('write', { method: 'POST', path: '/api/lists', body, member })
	lists.push((JSON.parse(answer.text) as { id: string }).id)
}

async function writeComment({ reviews, comments, random }: World, send: Send, member: Member): Promise<void> {
	const body = { reviewId: pick(reviews, random), content: TEXT }
	const answer = await send('write', { method: 'POST', path: '/api/comments', body, member })
	comments.push((JSON.parse(answer.text) as { id: string }).id)
}

/** Returns what a connection does next, each as often as it occurs in 100 calls. */
function weigh(world: World, send: Send): (() => Promise<unknown>)[] {
	const { games, members, reviews, comments, lists, sharePictures, files, random } = world
	const game = () => pick(games, random)
	const person = () => pick(members, random)
	const read = (share: number, kind: string, path: () => string, withMember = false) => ({
		share,
		make: () => send(kind, { path: path(), member: withMember ? person() : undefined }),
	})
	const write = (share: number, method: string, path: () => string, body?: () => unknown) => ({
		share,
		make: () =>
			send('write', {
				method,
				path: path(),
				...(body ? { body: body() } : {}),
				member: person(),
				refusals: [400, 403, 404, 409],
			}),
	})
	/** A page; the addresses of the share pictures on it are called later, as by those who share its link. */
	const page = (share: number, path: () => string, refusals: readonly number[] = []) => ({
		share,
		async make() {
			const { text } = await send('page', { path: path(), accept: 'text/html', refusals })
			const found = /\/share-pictures\/[\w/-]+\.jpg/.exec(text)?.[0]
			if (found && sharePictures.length < 400) sharePictures.push(found)
			if (files.length === 0) files.push(...(text.match(/\/assets\/[\w.-]+/g) ?? []))
		},
	})
	const kinds = [
		page(2, () => '/'),
		page(2, () => pick(['/games', '/lists', '/users', '/about', '/transparency', '/privacy-policy', '/login'], random)),
		page(6, () => `/games/${game().id}`),
		page(3, () => `/reviews?search=evening${random(1e9)}`),
		page(3, () => `/search?q=${pick(WORDS, random)}${random(1e9)}`),
		page(3, () => `/nobody_${random(1e9)}/reviews`, [404]),
		page(4, () => `/reviews/${pick(reviews, random)}`),
		page(2, () => `/profile/${person().username}`),
		page(1, () => `/${person().username}/${pick(['games', 'lists', 'reviews', 'diary', 'stats'], random)}`),
		page(1, () => `/list/${pick(lists, random)}`),
		read(1, 'feed', () => '/feeds/reviews.atom'),
		read(1, 'feed', () => `/feeds/users/${person().username}.atom`),
		read(1, 'feed', () =>
			pick(['/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/games-0.xml', '/robots.txt'], random),
		),
		read(3, 'file', () => pick(files, random) ?? '/robots.txt'),
		read(3, 'read', () => `/api/reviews?limit=${pick([6, 12, 24, 50], random)}&page=${random(5) + 1}`),
		read(3, 'read', () => `/api/reviews?gameId=${game().id}&minRating=${random(9) / 2 + 0.5}&limit=${random(50) + 1}`),
		read(2, 'read', () => `/api/reviews/popular-reviews?period=${pick(PERIODS, random)}`),
		read(3, 'read', () => `/api/games/search?query=${pick(WORDS, random)}`),
		read(2, 'read', () => `/api/games/popular?limit=24&page=${random(20) + 1}&period=${pick(PERIODS, random)}`),
		read(4, 'read', () => `/api/games/${game().id}`),
		read(2, 'read', () => `/api/reviews/${pick(reviews, random)}`),
		read(2, 'read', () => `/api/comments/review/${pick(reviews, random)}`),
		read(1, 'read', () => `/api/users/search?query=mem${random(50)}`),
		read(1, 'read', () => `/api/users/by-username/${person().username}`),
		read(1, 'read', () => `/api/lists/${pick(lists, random)}`),
		read(3, 'member read', () => '/api/feed', true),
		read(2, 'member read', () => '/api/notifications/activities', true),
		read(2, 'member read', () => '/api/notifications/unread-count', true),
		read(2, 'member read', () => '/api/auth/me', true),
		read(2, 'member read', () => `/api/library/${game().id}`, true),
		read(1, 'member read', () => `/api/library?username=${person().username}`, true),
		read(1, 'member read', () => `/api/library/stats?username=${person().username}`, true),
		read(1, 'member read', () => `/api/reviews/${pick(reviews, random)}`, true),
		read(7, 'drawing', () => `${game().cover}?w=${pick([150, 300, 450, 600], random)}`),
		read(5, 'drawing', () => `${pick(game().screenshots, random)}?w=${pick([320, 640, 1280], random)}`),
		read(1, 'share picture', () => pick(sharePictures, random) ?? '/'),
		{ share: 3, make: () => logIn(person(), send) },
		{ share: 1, make: () => register(world, send) },
		{ share: 2, make: () => writeReview(world, send, person()) },
		{ share: 2, make: () => writeComment(world, send, person()) },
		{ share: 1, make: () => writeList(world, send, person()) },
		write(2, 'POST', () => `/api/reviews/${pick(reviews, random)}/like`),
		write(1, 'POST', () => (comments.length > 0 ? `/api/comments/${pick(comments, random)}/like` : '/api/follows')),
		write(
			1,
			'POST',
			() => '/api/follows',
			() => ({ followedId: person().id }),
		),
		write(
			2,
			'PUT',
			() => `/api/library/${game().id}`,
			() => ({ status: pick(['backlog', 'playing', 'finished'], random) }),
		),
		write(
			1,
			'POST',
			() => '/api/reviews/seen',
			() => ({ impressions: [pick(reviews, random)] }),
		),
	]
	return kinds.flatMap(({ share, make }) => Array.from({ length: share }, () => make))
}

function pick<T>(values: readonly T[], random: World['random']): T {
	return values[random(values.length)] as T
}

function exchange(
	agent: Agent,
	port: number,
	{ method, path, body, headers }: { method: string; path: string; body: string; headers: Record<string, string> },
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const call = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
			let text = ''
			response.setEncoding('latin1')
			response.on('data', (chunk: string) => {
				text += chunk
			})
			response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
			response.on('error', reject)
		})
		call.on('error', reject)
		call.end(body)
	})
}
