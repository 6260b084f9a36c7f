import { extractTokens } from '#contract/account.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import type { Player, TestSite } from './site.ts'

/** A simulated browser that logs in through a provider, step by step, with a cookie jar. */
export interface Visitor {
	cookies: Map<string, string>
	/** Starts the login at the site, and returns the URL of the redirect. */
	begin: (provider: Provider, query?: Record<string, string>) => Promise<string>
	/** Consents at the provider as one of its accounts, or refuses with null. Returns the callback URL. */
	answer: (consentUrl: string, account: string | null) => Promise<string>
	/** Opens the callback URL, and returns the URL of the redirect. */
	returnToSite: (address: string) => Promise<string>
	/** Exchanges the cookie for a session, as the landing page does, and returns the status and body of the response. */
	redeem: () => Promise<{ status: number; body: Record<string, unknown> }>
	/** Does so and expects a session. */
	land: () => Promise<Player>
	/** Runs all steps, and returns the URL of the landing page. */
	logIn: (provider: Provider, account: string | null, query?: Record<string, string>) => Promise<string>
}

/** Creates a browser without cookies. */
export function createVisitor(site: TestSite): Visitor {
	const cookies = new Map<string, string>()
	const storeCookies = (lines: readonly string[]) => {
		for (const line of lines) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			if (value === '') cookies.delete(name)
			else cookies.set(name, value)
		}
	}
	const cookieHeader = () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })

	async function ask(method: 'GET' | 'POST', url: string, payload?: object) {
		const answer = await site.app.inject({ method, url, headers: cookieHeader(), ...(payload ? { payload } : {}) })
		storeCookies([answer.headers['set-cookie'] ?? []].flat())
		return answer
	}

	const visitor: Visitor = {
		cookies,
		async begin(provider, query = {}) {
			const { headers } = await ask('GET', `/api/auth/${provider}?${new URLSearchParams(query)}`)
			return headers.location ?? ''
		},
		async answer(consentUrl, account) {
			const providerCookies = new Map<string, string>()
			let address = consentUrl
			let form: string | undefined
			// A provider redirects within itself before it redirects back
			for (let step = 0; step < 8; step++) {
				const answer = await fetch(address, {
					redirect: 'manual',
					headers: {
						cookie: [...providerCookies].map(([name, value]) => `${name}=${value}`).join('; '),
						...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
					},
					...(form === undefined ? {} : { method: 'POST', body: form }),
				})
				for (const line of answer.headers.getSetCookie()) {
					const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
					providerCookies.set(name, value)
				}
				const location = answer.headers.get('location')
				if (location === null) {
					if (answer.status !== 200) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
					form = account === null ? 'answer=no' : String(new URLSearchParams({ answer: 'yes', account }))
					continue
				}
				form = undefined
				address = new URL(location, address).href
				if (new URL(address).origin !== new URL(consentUrl).origin) return address
			}
			throw new Error('The provider redirects in circles')
		},
		async returnToSite(address) {
			const { pathname, search } = new URL(address)
			const { headers } = await ask('GET', pathname + search)
			return headers.location ?? ''
		},
		async redeem() {
			const { statusCode, json } = await ask('POST', extractTokens.url, {})
			return { status: statusCode, body: json() }
		},
		async land() {
			const { status, body } = await visitor.redeem()
			if (status !== 200) throw new Error(JSON.stringify(body))
			const { user, tokens } = body as { user: Player['user']; tokens: Pick<Player, 'accessToken' | 'refreshToken'> }
			return { user, password: '', ...tokens }
		},
		async logIn(provider, account, query) {
			return visitor.returnToSite(await visitor.answer(await visitor.begin(provider, query), account))
		},
	}
	return visitor
}
