import { Array as List, Object as Shape, type Static, String as Text } from 'typebox'
import { endpoint } from './endpoint.ts'
import { nullable, oneOf, success } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'

/** Where else the site is found; `mark` is the path of a 24x24 drawing, null for a network without a known mark. */
export const SocialLink = Shape({ name: Text(), url: Text(), mark: nullable(Text()) })
export type SocialLink = Static<typeof SocialLink>

/** What rendered pages carry in themselves, for a client that is rendered by nobody. */
export const getSite = endpoint({
	method: 'GET',
	url: '/api/site',
	config: {
		summary: 'Get what the site is: its address, how to reach its operator, and the ways to log in through a provider',
		auth: 'nobody',
		failure: 'Savepoint could not be reached',
	},
	schema: {
		response: {
			200: Shape({
				success,
				origin: Text(),
				contactEmail: Text(),
				providers: List(oneOf(PROVIDERS)),
				socialLinks: List(SocialLink),
			}),
		},
	},
})
