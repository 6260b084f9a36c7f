import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router'
import type { Transport } from './api-client.ts'
import { createQueryClient, queryClientContext } from './data.tsx'
import { HeadContext } from './head.tsx'
import { headHtml } from './head-html.ts'
import type { PageHead } from './head-tags.ts'
import { dehydrateState } from './rendered-state.ts'
import { routes } from './routes.tsx'
import { type Site, SiteContext } from './site.ts'

const handler = createStaticHandler(routes)

export interface RenderedPage {
	status: number
	/** Title and tags for the head. */
	headHtml: string
	bodyHtml: string
	/** What the browser continues from, safe inside a script element. */
	stateJson: string
	/** Ids of the matched routes, which are file names in pages/. */
	routeIds: string[]
	/** Set where the page leads elsewhere; everything else is empty then. */
	redirect?: string
}

/** Renders the page at a path as a visitor sees it. Throws when it breaks. */
export async function render({ url, site }: { url: string; site: Site }, transport: Transport): Promise<RenderedPage> {
	const client = createQueryClient(transport)
	const requestContext = new RouterContextProvider()
	requestContext.set(queryClientContext, client)
	const context = await handler.query(new Request(site.origin + url), { requestContext })
	if (context instanceof Response) {
		const redirect = context.headers.get('location') ?? '/'
		return { status: context.status, headHtml: '', bodyHtml: '', stateJson: '', routeIds: [], redirect }
	}
	for (const error of Object.values(context.errors ?? {})) throw error

	const holder: { head: PageHead | null } = { head: null }
	const html = renderToString(
		<SiteContext value={site}>
			<HeadContext value={holder}>
				<QueryClientProvider client={client}>
					<StaticRouterProvider
						router={createStaticRouter(handler.dataRoutes, context)}
						context={context}
						hydrate={false}
					/>
				</QueryClientProvider>
			</HeadContext>
		</SiteContext>,
	)
	const head = holder.head ?? { title: 'Savepoint' }
	// React puts the most wanted pictures first in what it renders; in the head they are asked for before the scripts are.
	const [wanted = ''] = /^(?:<link rel="preload" as="image"[^>]*>)*/.exec(html) ?? []
	return {
		status: head.status ?? 200,
		headHtml: headHtml(head, site.origin) + wanted,
		bodyHtml: html.slice(wanted.length),
		stateJson: JSON.stringify({ site, queries: dehydrateState(client) }).replaceAll('<', '\\u003c'),
		routeIds: context.matches.map(({ route }) => route.id),
	}
}
