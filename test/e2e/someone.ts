import type { SiteProcess } from '../process.ts'

/** Somebody with an account who acts over the API, beside whoever sits at the browser. */
export interface Someone {
	id: string
	username: string
	/** Their session, and their account as the client keeps it. */
	tokens: { accessToken: string; refreshToken: string }
	account: string
	/** Sends what they do, and gives what is answered. */
	does: (method: string, path: string, body?: object) => Promise<unknown>
	/** Writes a review of a built-in game. */
	reviews: (gameId: number, description?: string) => Promise<string>
}

/** Registers somebody. Throws for every refusal of what they do. */
export async function someone(site: SiteProcess, username: string): Promise<Someone> {
	const send = async (method: string, path: string, body?: object, token?: string): Promise<unknown> => {
		const answer = await fetch(`${site.url}/api${path}`, {
			method,
			headers: {
				...(body ? { 'content-type': 'application/json' } : {}),
				...(token ? { authorization: `Bearer ${token}` } : {}),
			},
			...(body ? { body: JSON.stringify(body) } : {}),
		})
		if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
		return answer.json()
	}
	const { user, tokens } = (await send('POST', '/auth/register', {
		username,
		email: `${username}@example.org`,
		password: 'Correct1Horse',
	})) as { user: { id: string }; tokens: Someone['tokens'] }
	const does = (method: string, path: string, body?: object) => send(method, path, body, tokens.accessToken)
	return {
		id: user.id,
		username,
		tokens,
		account: JSON.stringify(user),
		does,
		async reviews(gameId, description = 'Ten words and a few more about what this game is.') {
			const { data } = (await send('GET', `/games/${gameId}`)) as { data: { platforms: string[] } }
			const [platform = 'PC'] = data.platforms
			const { id } = (await does('POST', '/reviews', { gameId, rating: 4, platform, description })) as { id: string }
			return id
		},
	}
}
