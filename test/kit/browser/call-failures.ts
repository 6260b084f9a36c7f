import type { Page, Route } from '@playwright/test'

/** An error message from the server. */
export const REASON = 'The shelf fell down; it is being put up again.'

/**
 * How a request fails: its response is lost, is an error without a message, an error with a message, an HTML page instead
 * of data, or never arrives. Or the response to return instead.
 */
export type CallFailure = 'lost' | 'wordless' | 'reasoned' | 'page' | 'hangs' | { status?: number; json: unknown }

/** The browser's own console messages about such failures. */
export const EXPECTED_NOISE =
	/net::ERR_(FAILED|INTERNET_DISCONNECTED)|status of 5\d\d|Failed to fetch dynamically imported module/

/** Makes requests whose URL matches fail, until the returned function is called; hanging requests then continue. */
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
