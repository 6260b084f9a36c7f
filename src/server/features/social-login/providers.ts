import type { Provider } from '#contract/social-login-providers.ts'
import type { Config } from '#server/config.ts'
import { facebook } from './facebook.ts'
import { google } from './google.ts'
import type { SocialProvider } from './provider.ts'

export type SocialProviders = ReadonlyMap<Provider, SocialProvider>

/** The providers that the operator has set up, in the order in which they are offered. Asks none of them yet. */
export function socialProviders(config: Config, clock: () => number): SocialProviders {
	const providers = new Map<Provider, SocialProvider>()
	if (config.google) providers.set('google', google(config.google, clock))
	if (config.facebook) providers.set('facebook', facebook(config.facebook))
	return providers
}
