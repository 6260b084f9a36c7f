import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { nullable, oneOf, success } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'

/** Where else the site is found; `mark` is the path of a 24x24 drawing, null for a network without a known mark. */
export const SocialLink = Type.Object({ name: Type.String(), url: Type.String(), mark: nullable(Type.String()) })
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
			200: Type.Object({
				success,
				origin: Type.String(),
				contactEmail: Type.String(),
				providers: Type.Array(oneOf(PROVIDERS)),
				socialLinks: Type.Array(SocialLink),
			}),
		},
	},
})
