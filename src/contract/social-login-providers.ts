/** The providers of social login, by their names in URLs. */
export const PROVIDERS = ['google', 'facebook'] as const
export type Provider = (typeof PROVIDERS)[number]

export function isProvider(name: string): name is Provider {
	return PROVIDERS.some((provider) => provider === name)
}

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook' }
