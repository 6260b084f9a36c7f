import { createHmac } from 'node:crypto'
import {
	allowInsecureRequests,
	authorizationCodeGrant,
	buildAuthorizationUrl,
	ClientSecretPost,
	Configuration,
	calculatePKCECodeChallenge,
	customFetch,
	fetchProtectedResource,
} from 'openid-client'
import type { Config } from '#server/config.ts'
import type { SocialProvider } from './provider.ts'
import { PROVIDER_TIMEOUT_SECONDS, providerFetch } from './provider-fetch.ts'

/** Creates the Facebook provider: OAuth without OpenID Connect, and a Graph API call for the user's profile. */
export function createFacebookProvider(app: NonNullable<Config['facebook']>): SocialProvider {
	const { appId, appSecret, dialogUrl, tokenUrl, graphUrl } = app
	const metadata = {
		issuer: new URL(dialogUrl).origin,
		authorization_endpoint: dialogUrl,
		token_endpoint: tokenUrl,
	}
	const client = new Configuration(metadata, appId, undefined, ClientSecretPost(appSecret))
	client.timeout = PROVIDER_TIMEOUT_SECONDS
	client[customFetch] = providerFetch
	if ([dialogUrl, tokenUrl, graphUrl].some((url) => url.startsWith('http:'))) allowInsecureRequests(client)

	return {
		async authorizationUrl({ redirectUri, state, verifier }, { reauthenticate }) {
			return buildAuthorizationUrl(client, {
				redirect_uri: redirectUri,
				scope: 'public_profile,email',
				state,
				code_challenge: await calculatePKCECodeChallenge(verifier),
				code_challenge_method: 'S256',
				// Makes Facebook ask for the password
				...(reauthenticate ? { auth_type: 'reauthenticate' } : {}),
			})
		},
		async fetchProfile(query, { redirectUri, state, verifier }) {
			const { access_token: token } = await authorizationCodeGrant(client, new URL(`${redirectUri}?${query}`), {
				expectedState: state,
				pkceCodeVerifier: verifier,
			})
			const profileUrl = new URL(`${graphUrl}/me`)
			profileUrl.searchParams.set('fields', 'id,name,email')
			// Proves that the token is used by the app it was issued to
			profileUrl.searchParams.set('appsecret_proof', createHmac('sha256', appSecret).update(token).digest('hex'))
			const response = await fetchProtectedResource(client, token, profileUrl, 'GET')
			if (!response.ok) throw new Error('The Graph API rejected the request')
			const { id, name, email } = (await response.json()) as Record<string, unknown>
			if (typeof id !== 'string') throw new Error('The Graph API returned no user ID')
			// Facebook does not report whether an address is verified
			return { provider: 'facebook', subject: id, email, isEmailVerified: false, name }
		},
	}
}
