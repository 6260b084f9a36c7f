/** The offline page and its content security policy, which the bundler reads from `offline.html`. */
declare const OFFLINE_PAGE: string
declare const OFFLINE_POLICY: string

/** Answers a navigation from the network, or with the offline page while that is gone. */
export async function answerNavigation({ request, preloadResponse }: FetchEvent): Promise<Response> {
	try {
		return ((await preloadResponse) as Response | undefined) ?? (await fetch(request))
	} catch {
		return new Response(OFFLINE_PAGE, {
			status: 503,
			headers: {
				'content-type': 'text/html; charset=utf-8',
				'content-security-policy': OFFLINE_POLICY,
				'cache-control': 'no-store',
			},
		})
	}
}
