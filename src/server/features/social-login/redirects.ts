import type { Attempt } from './attempts.ts'
import type { Outcome } from './sign-in.ts'

/** Builds the URL at which a browser or an app continues after its attempt; without an attempt, the landing page with the error. */
export function buildRedirect(attempt: Attempt | undefined, outcome: Outcome): string {
	const error = 'error' in outcome ? outcome.error : undefined
	if (attempt?.app) return withQuery(attempt.app.redirectUri, { error })
	if (attempt?.proves) return withQuery('/settings', { proof: error ?? 'done' })
	if (attempt?.connects) return withQuery('/settings', error ? { error } : { connected: attempt.provider })
	const redirect = attempt && !error && attempt.redirect !== '/' ? attempt.redirect : undefined
	return withQuery('/oauth/success', { error, redirect })
}

/** Adds query parameters to a URL, except undefined ones. */
export function withQuery(url: string, query: Readonly<Record<string, string | undefined>>): string {
	const search = new URLSearchParams()
	for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
	return search.size > 0 ? `${url}?${search}` : url
}
