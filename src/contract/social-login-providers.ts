/** The providers of social sign-in, by the word that stands in addresses. */
export const PROVIDERS = ['google', 'facebook'] as const
export type Provider = (typeof PROVIDERS)[number]

export function isProvider(name: string): name is Provider {
	return PROVIDERS.some((provider) => provider === name)
}

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook' }
