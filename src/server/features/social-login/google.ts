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

const DISCOVERY_CACHE_MS = 60 * 60 * 1000

/** Google, or whatever OpenID provider is configured in its place. What it says of itself is asked for when first needed. */
export function createGoogleProvider(
	{ clientId, clientSecret, issuer }: NonNullable<Config['google']>,
	clock: () => number,
): SocialProvider {
	let cached: { client: Promise<Configuration>; untilMs: number } | undefined

	function client(): Promise<Configuration> {
		if (cached && clock() < cached.untilMs) return cached.client
		const discovering = discovery(new URL(issuer), clientId, undefined, ClientSecretBasic(clientSecret), {
			timeout: PROVIDER_TIMEOUT_SECONDS,
			[customFetch]: providerFetch,
			// The ID token comes over TLS from the provider itself; its signature is checked all the same
			execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
		})
		const entry = { client: discovering, untilMs: clock() + DISCOVERY_CACHE_MS }
		cached = entry
		discovering.catch(() => {
			if (cached === entry) cached = undefined
		})
		return discovering
	}

	return {
		async authorizationUrl({ redirectUri, state, nonce, verifier }, { reauthenticate }) {
			const config = await client()
			return buildAuthorizationUrl(config, {
				redirect_uri: redirectUri,
				scope: 'openid email profile',
				state,
				nonce,
				code_challenge: await calculatePKCECodeChallenge(verifier),
				code_challenge_method: 'S256',
				...(reauthenticate ? { prompt: choosePrompt(config) } : {}),
			})
		},
		async fetchProfile(query, { redirectUri, state, nonce, verifier }) {
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
			const userInfo =
				claims.email === undefined && config.serverMetadata().userinfo_endpoint
					? await fetchUserInfo(config, tokens.access_token, claims.sub)
					: claims
			return {
				provider: 'google',
				subject: claims.sub,
				email: userInfo.email,
				isEmailVerified: userInfo.email_verified === true,
				name: userInfo.name,
			}
		},
	}
}

/** The strictest prompt that the provider knows: Google has people choose their account, and refuses `login`. */
function choosePrompt(config: Configuration): string {
	const supported: unknown = config.serverMetadata().prompt_values_supported
	return Array.isArray(supported) && supported.includes('login') ? 'login' : 'select_account'
}
