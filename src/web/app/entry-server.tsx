import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router'
import { memberReads } from '#web/features/home/member-reads.ts'
import { DemoBar } from '#web/layout/demo-bar.tsx'
import { buildUrl, type Transport } from './api-client.ts'
import { createQueryClient, queryClientContext } from './data.tsx'
import { HeadContext } from './head.tsx'
import { headHtml } from './head-html.ts'
import type { PageHead } from './head-tags.ts'
import { dehydrateState } from './rendered-state.ts'
import { routes } from './routes.tsx'
import { type Site, SiteContext } from './site.ts'

const handler = createStaticHandler(routes)

const LIST_FORM = 'src/web/features/lists/list-form.tsx'

/** What members see on a page that the server renders for visitors, by the route's id. */
const FOR_MEMBERS: Readonly<Record<string, NonNullable<RenderedPage['forMembers']>>> = {
	'list-form': { module: LIST_FORM, reads: [] },
	'list-form-edit': { module: LIST_FORM, reads: [] },
	'review-form': { module: 'src/web/features/reviews/review-form.tsx', reads: [] },
	home: {
		module: 'src/web/features/home/member-home.tsx',
		reads: memberReads.map(([endpoint, input]) => buildUrl(endpoint, input)),
	},
}

export interface RenderedPage {
	status: number
	/** The title and tags of the head. */
	headHtml: string
	bodyHtml: string
	/** The dehydrated state for the browser, escaped for use inside a script element. */
	stateJson: string
	/** Ids of the matched routes, which equal file names in pages/. */
	routeIds: string[]
	/** What a member's page needs in addition: a module, by its source, and URLs of the API; null if that is nothing. */
	forMembers: { module: string; reads: string[] } | null
	/** The target if the page redirects; everything else is then empty. */
	redirect?: string
}

/** Renders the page at a path as a visitor sees it. Throws if a loader or component throws. */
export async function render({ url, site }: { url: string; site: Site }, transport: Transport): Promise<RenderedPage> {
	const client = createQueryClient(transport)
	const requestContext = new RouterContextProvider()
	requestContext.set(queryClientContext, client)
	const context = await handler.query(new Request(site.origin + url), { requestContext })
	if (context instanceof Response) {
		const redirect = context.headers.get('location') ?? '/'
		return {
			status: context.status,
			headHtml: '',
			bodyHtml: '',
			stateJson: '',
			routeIds: [],
			forMembers: null,
			redirect,
		}
	}
	for (const error of Object.values(context.errors ?? {})) throw error

	const holder: { head: PageHead | null } = { head: null }
	const html = renderToString(
		<SiteContext value={{ ...site, banner: site.demonstration && <DemoBar {...site.demonstration} /> }}>
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
	const head = holder.head ?? { title: site.name }
	// React puts a preload link for each eager image first. Only that of the largest content may compete with fonts and
	// scripts, and comes before them in the head
	const [preloads = ''] = /^(?:<link rel="preload" as="image"[^>]*>)*/.exec(html) ?? []
	const [largest = ''] = /<link[^>]* fetchPriority="high"[^>]*>/.exec(preloads) ?? []
	const routeIds = context.matches.map(({ route }) => route.id)
	return {
		status: head.status ?? 200,
		headHtml: headHtml(head, site.origin, site.name) + largest,
		bodyHtml: html.slice(preloads.length),
		stateJson: JSON.stringify({ site, queries: dehydrateState(client) }).replaceAll('<', '\\u003c'),
		routeIds,
		forMembers: routeIds.map((id) => FOR_MEMBERS[id]).find(Boolean) ?? null,
	}
}
