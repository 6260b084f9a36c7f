import { extractTokens } from '#contract/account.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import type { Player, TestSite } from './site.ts'

/** A browser of somebody who signs in through a provider, step by step; it keeps cookies and scripts cannot see them. */
export interface Visitor {
	cookies: Map<string, string>
	/** Begins with a call of the site, and returns where the browser is led. */
	begin: (provider: Provider, query?: Record<string, string>) => Promise<string>
	/** Answers the provider's page as one of its accounts, or refuses; the address that leads back to the site. */
	answer: (asking: string, account: string | null) => Promise<string>
	/** Goes back to the site, and returns where the browser is led. */
	returnToSite: (address: string) => Promise<string>
	/** What the landing does: the cookie for a session. */
	land: () => Promise<Player>
	/** All of it, up to the address of the landing. */
	signIn: (provider: Provider, account: string | null, query?: Record<string, string>) => Promise<string>
}

/** A browser with no cookies. */
export function createVisitor(site: TestSite): Visitor {
	const cookies = new Map<string, string>()
	const keep = (lines: readonly string[]) => {
		for (const line of lines) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			if (value === '') cookies.delete(name)
			else cookies.set(name, value)
		}
	}
	const sent = () => ({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') })

	async function ask(method: 'GET' | 'POST', url: string, payload?: object) {
		const answer = await site.app.inject({ method, url, headers: sent(), ...(payload ? { payload } : {}) })
		keep([answer.headers['set-cookie'] ?? []].flat())
		return answer
	}

	const visitor: Visitor = {
		cookies,
		async begin(provider, query = {}) {
			const { headers } = await ask('GET', `/api/auth/${provider}?${new URLSearchParams(query)}`)
			return headers.location ?? ''
		},
		async answer(asking, account) {
			const theirs = new Map<string, string>()
			let address = asking
			let form: string | undefined
			// A provider leads about within itself before it leads back
			for (let step = 0; step < 8; step++) {
				const answer = await fetch(address, {
					redirect: 'manual',
					headers: {
						cookie: [...theirs].map(([name, value]) => `${name}=${value}`).join('; '),
						...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
					},
					...(form === undefined ? {} : { method: 'POST', body: form }),
				})
				for (const line of answer.headers.getSetCookie()) {
					const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
					theirs.set(name, value)
				}
				const location = answer.headers.get('location')
				if (location === null) {
					if (answer.status !== 200) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
					form = account === null ? 'answer=no' : String(new URLSearchParams({ answer: 'yes', account }))
					continue
				}
				form = undefined
				address = new URL(location, address).href
				if (new URL(address).origin !== new URL(asking).origin) return address
			}
			throw new Error('The provider leads in circles')
		},
		async returnToSite(address) {
			const { pathname, search } = new URL(address)
			const { headers } = await ask('GET', pathname + search)
			return headers.location ?? ''
		},
		async land() {
			const answer = await ask('POST', extractTokens.url, {})
			if (answer.statusCode !== 200) throw new Error(answer.body)
			const { user, tokens } = answer.json()
			return { user, password: '', ...tokens }
		},
		async signIn(provider, account, query) {
			return visitor.returnToSite(await visitor.answer(await visitor.begin(provider, query), account))
		},
	}
	return visitor
}
