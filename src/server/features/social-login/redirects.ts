import { paths, withQuery } from '#contract/paths.ts'
import type { Attempt } from './attempts.ts'
import type { Outcome } from './login.ts'

/** Builds the URL at which a browser or an app continues after its attempt; without an attempt, the landing page with the error. */
export function buildRedirect(attempt: Attempt | undefined, outcome: Outcome): string {
	const error = 'error' in outcome ? outcome.error : undefined
	if (attempt?.app) return withQuery(attempt.app.redirectUri, { error })
	if (attempt?.proves) return paths.settings({ proof: error ?? 'done' })
	if (attempt?.connects) return paths.settings(error ? { error } : { connected: attempt.provider })
	const redirect = attempt && !error && attempt.redirect !== '/' ? attempt.redirect : undefined
	return paths.oauthSuccess({ error, redirect })
}
