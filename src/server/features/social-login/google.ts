import {
	allowInsecureRequests,
	authorizationCodeGrant,
	buildAuthorizationUrl,
	ClientSecretBasic,
	type Configuration,
	calculatePKCECodeChallenge,
	customFetch,
	discovery,
	enableNonRepudiationChecks,
	fetchUserInfo,
} from 'openid-client'
import type { Config } from '#server/config.ts'
import type { SocialProvider } from './provider.ts'
import { PROVIDER_TIMEOUT_SECONDS, providerFetch } from './provider-fetch.ts'

const KNOWN_FOR_MS = 60 * 60 * 1000

/** Google, or whatever OpenID provider is configured in its place. What it says of itself is asked for when first needed. */
export function google(
	{ clientId, clientSecret, issuer }: NonNullable<Config['google']>,
	clock: () => number,
): SocialProvider {
	let known: { client: Promise<Configuration>; untilMs: number } | undefined

	function client(): Promise<Configuration> {
		if (known && clock() < known.untilMs) return known.client
		const discovered = discovery(new URL(issuer), clientId, undefined, ClientSecretBasic(clientSecret), {
			timeout: PROVIDER_TIMEOUT_SECONDS,
			[customFetch]: providerFetch,
			// The ID token comes over TLS from the provider itself; its signature is checked all the same
			execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
		})
		const asked = { client: discovered, untilMs: clock() + KNOWN_FOR_MS }
		known = asked
		discovered.catch(() => {
			if (known === asked) known = undefined
		})
		return discovered
	}

	return {
		async askingAddress({ redirectUri, state, nonce, verifier }, { again }) {
			const config = await client()
			return buildAuthorizationUrl(config, {
				redirect_uri: redirectUri,
				scope: 'openid email profile',
				state,
				nonce,
				code_challenge: await calculatePKCECodeChallenge(verifier),
				code_challenge_method: 'S256',
				...(again ? { prompt: promptOf(config) } : {}),
			})
		},
		async identify(query, { redirectUri, state, nonce, verifier }) {
			const config = await client()
			const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
				expectedState: state,
				expectedNonce: nonce,
				pkceCodeVerifier: verifier,
				idTokenExpected: true,
			})
			const claims = tokens.claims()
			if (!claims) throw new Error('The answer holds no ID token')
			// Google puts the address into the ID token, other providers where it is asked for
			const facts =
				claims.email === undefined && config.serverMetadata().userinfo_endpoint
					? await fetchUserInfo(config, tokens.access_token, claims.sub)
					: claims
			return {
				provider: 'google',
				subject: claims.sub,
				email: facts.email,
				isEmailVerified: facts.email_verified === true,
				name: facts.name,
			}
		},
	}
}

/** The strictest prompt that the provider knows: Google has people choose their account, and refuses `login`. */
function promptOf(config: Configuration): string {
	const known: unknown = config.serverMetadata().prompt_values_supported
	return Array.isArray(known) && known.includes('login') ? 'login' : 'select_account'
}
