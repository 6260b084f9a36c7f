import type { Provider } from '#contract/social-login-providers.ts'
import type { Config } from '#server/config.ts'
import { createFacebookProvider } from './facebook.ts'
import { createGoogleProvider } from './google.ts'
import type { SocialProvider } from './provider.ts'

export type SocialProviders = ReadonlyMap<Provider, SocialProvider>

/** Creates the configured providers, in the order in which they are offered. Sends them no request yet. */
export function createSocialProviders(config: Config, clock: () => number): SocialProviders {
	const providers = new Map<Provider, SocialProvider>()
	if (config.google) providers.set('google', createGoogleProvider(config.google, clock))
	if (config.facebook) providers.set('facebook', createFacebookProvider(config.facebook))
	return providers
}
