import { expect } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { getPopularGames } from '#contract/games.ts'
import { createReview } from '#contract/reviews.ts'
import { login } from '#contract/sessions.ts'
import { call } from '#web/app/api-client.ts'
import { PASSWORD } from './password.ts'
import { createTransport, registerUser } from './site-process.ts'

/** Requests of visitors and of one person, a different one for each number. */
export async function mixedRequests(url: string) {
	const at = { url }
	await registerUser(at, 'Ann')
	let token = ''
	const logIn = async () => {
		const body = { identifier: 'Ann', password: PASSWORD }
		token = (await call(createTransport(at), login, { body })).tokens.accessToken
	}
	await logIn()
	const { data } = await call(createTransport(at), getPopularGames, { query: { limit: 50 } })
	const [game] = data.games
	const body = { gameId: game?.id ?? 0, rating: 4, platform: game?.platforms[0] ?? '', description: 'Ten letters.' }
	const { id } = await call(createTransport(at, token), createReview, { body })
	const read = async (path: string, headers: Record<string, string> = {}) => {
		const answer = await fetch(url + path, { headers })
		expect([path, answer.status < 500]).toEqual([path, true])
		await answer.arrayBuffer()
	}
	const loggedIn = () => ({ authorization: `Bearer ${token}` })
	const kinds: ((n: number) => Promise<unknown>)[] = [
		() => read('/'),
		(n) => read(`/games/${(n % 900) + 1}`),
		(n) => read(`/reviews?page=${(n % 40) + 1}`),
		(n) => read(`/nobody${n}/reviews`),
		(n) => read(`/api/games/search?query=${data.games[n % 50]?.name.slice(0, 8)}`),
		(n) => read(`/api/reviews?minRating=${(n % 9) / 2 + 0.5}&gameId=${(n % 900) + 1}&limit=${(n % 50) + 1}`),
		(n) => read(`/api/users/search?query=a${n % 500}`),
		(n) => read(`/api/reviews/${id}`, n % 2 ? loggedIn() : {}),
		() => read('/api/notifications/activities', loggedIn()),
		(n) => call(createTransport(at, token), createComment, { body: { reviewId: id, content: `Comment ${n}` } }),
		(n) =>
			fetch(`${url}/api/reviews/seen`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'user-agent': `Browser ${n}` },
				body: JSON.stringify({ impressions: [id] }),
			}).then((answer) => answer.arrayBuffer()),
	]
	return { logIn, ask: (n: number) => kinds[n % kinds.length]?.(n) }
}
