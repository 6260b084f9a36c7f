import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { REGISTRATION_MODES } from './registration-modes.ts'
import { nullable, oneOf, success } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'

/** The headline that visitors see on the home page and in its picture. */
export const HEADLINE = 'Discover Your Next Favorite Game'

/** A profile of the site elsewhere; `mark` is the path of a 24x24 drawing, null for a network without a known logo. */
export const SocialLink = Type.Object({ name: Type.String(), url: Type.String(), mark: nullable(Type.String()) })
export type SocialLink = Static<typeof SocialLink>

/** The site data embedded in rendered pages, for clients that are not server-rendered. */
export const getSite = endpoint({
	method: 'GET',
	url: '/api/site',
	config: {
		summary:
			"Get the site's address, name and color, who may join, its operator's contact, its social login providers and its social links",
		auth: 'nobody',
		failure: 'Savepoint could not be reached',
	},
	schema: {
		response: {
			200: Type.Object({
				success,
				origin: Type.String(),
				name: Type.String(),
				description: nullable(Type.String()),
				/** The color of the main action, `#rrggbb`; null for the site's own. */
				accent: nullable(Type.String()),
				/** Who may create an account. */
				registration: oneOf(REGISTRATION_MODES),
				/** Whether registering needs a proof of work; it may be asked for all the same. */
				proofNeeded: Type.Boolean(),
				/** Whether requests for accounts and reports of visitors wait until they press the button that a mailed link leads to. */
				confirmsAddresses: Type.Boolean(),
				/** Whether there are rules, which people accept when they sign up. */
				hasRules: Type.Boolean(),
				/** Whether members may invite people. */
				membersInvite: Type.Boolean(),
				/** Whether members may bring their games from Steam. */
				hasSteam: Type.Boolean(),
				contactEmail: Type.String(),
				providers: Type.Array(oneOf(PROVIDERS)),
				socialLinks: Type.Array(SocialLink),
			}),
		},
	},
})
