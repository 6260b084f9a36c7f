import type { Attempt } from './attempts.ts'
import type { Outcome } from './sign-in.ts'

/** Where a browser or an app goes on after its attempt; without one nothing is known but that it failed. */
export function buildRedirect(attempt: Attempt | undefined, outcome: Outcome): string {
	const error = 'error' in outcome ? outcome.error : undefined
	if (attempt?.app) return withQuery(attempt.app.redirectUri, { error })
	if (attempt?.proves) return withQuery('/settings', { proof: error ?? 'done' })
	if (attempt?.connects) return withQuery('/settings', error ? { error } : { connected: attempt.provider })
	const redirect = attempt && !error && attempt.redirect !== '/' ? attempt.redirect : undefined
	return withQuery('/oauth/success', { error, redirect })
}

/** An address with parameters; those that are undefined are left out. */
export function withQuery(url: string, query: Readonly<Record<string, string | undefined>>): string {
	const search = new URLSearchParams()
	for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
	return search.size > 0 ? `${url}?${search}` : url
}
