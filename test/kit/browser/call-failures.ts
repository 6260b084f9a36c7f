import type { Page, Route } from '@playwright/test'

/** What a server says that has a reason of its own. */
export const REASON = 'The shelf fell down; it is being put up again.'

/**
 * How a call fails: its answer is lost on the way, is an error without a word, an error with a reason, a page instead of
 * data, or never comes. Or what it answers instead.
 */
export type CallFailure = 'lost' | 'wordless' | 'reasoned' | 'page' | 'hangs' | { status?: number; json: unknown }

/** What the browser itself notes in its console of such calls. */
export const EXPECTED_NOISE =
	/net::ERR_(FAILED|INTERNET_DISCONNECTED)|status of 5\d\d|Failed to fetch dynamically imported module/

/** Lets the calls whose address matches fail in one way, until the function that is returned is called: what hangs goes on then. */
export async function failCalls(page: Page, pattern: string, way: CallFailure): Promise<() => Promise<void>> {
	const handle = (route: Route) => answer(route, way)
	await page.route(pattern, handle)
	return () => page.unroute(pattern, handle)
}

function answer(route: Route, way: CallFailure): Promise<void> | undefined {
	switch (way) {
		case 'lost':
			return route.abort()
		case 'wordless':
			return route.fulfill({ status: 500, body: '' })
		case 'reasoned':
			return route.fulfill({ status: 500, json: { success: false, error: REASON, code: 'shelf' } })
		case 'page':
			return route.fulfill({ contentType: 'text/html', body: '<p>Welcome to our network</p>' })
		case 'hangs':
			return
		default:
			return route.fulfill({ status: way.status ?? 200, json: way.json })
	}
}
