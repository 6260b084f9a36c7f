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
import { isYounger } from '#server/http/age.ts'
import type { SocialProvider } from './provider.ts'
import { PROVIDER_TIMEOUT_SECONDS, providerFetch } from './provider-fetch.ts'

const DISCOVERY_CACHE_MS = 60 * 60 * 1000

/** Creates the Google provider, or the OpenID provider configured in its place. Discovers its metadata on first use. */
export function createGoogleProvider(
	{ clientId, clientSecret, issuer }: NonNullable<Config['google']>,
	clock: () => number,
): SocialProvider {
	let cached: { client: Promise<Configuration>; sinceMs: number } | undefined

	function client(): Promise<Configuration> {
		if (cached && isYounger(cached.sinceMs, DISCOVERY_CACHE_MS, clock())) return cached.client
		const discovering = discovery(new URL(issuer), clientId, undefined, ClientSecretBasic(clientSecret), {
			timeout: PROVIDER_TIMEOUT_SECONDS,
			[customFetch]: providerFetch,
			// Checks the ID token's signature even though the token comes over TLS from the provider itself
			execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
		})
		const entry = { client: discovering, sinceMs: clock() }
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
			if (!claims) throw new Error('The response contains no ID token')
			// Google includes the email address in the ID token, other providers in the user info
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

/** Chooses the strictest prompt that the provider supports: Google rejects `login`, but lets the user choose an account. */
function choosePrompt(config: Configuration): string {
	const supported: unknown = config.serverMetadata().prompt_values_supported
	return Array.isArray(supported) && supported.includes('login') ? 'login' : 'select_account'
}
