// First of all styles: it says in which order the layers count.
import './ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { browserTransport } from './browser-transport.ts'
import { createQueryClient, queryClientContext } from './data.tsx'
import { type RenderedQuery, restoreState } from './rendered-state.ts'
import { routes } from './routes.tsx'
import { type Site, SiteContext } from './site.ts'
import { followTheme } from './theme.ts'

// After an update of the site the old page's parts are gone from the server: the new page has its own.
window.addEventListener('vite:preloadError', () => location.reload())

async function start(): Promise<void> {
	const root = document.getElementById('root')
	const rendered = document.getElementById('state')?.textContent
	if (!root || !rendered) return
	const { site, queries } = JSON.parse(rendered) as { site: Site; queries: RenderedQuery[] }
	const client = createQueryClient(browserTransport)
	restoreState(client, queries)

	// The screen that the server rendered must be there before the first render, or its HTML would be thrown away.
	const matches = matchRoutes(routes, location) ?? []
	await Promise.all(
		matches.map(async ({ route }) => {
			if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
		}),
	)
	const context = new RouterContextProvider()
	context.set(queryClientContext, client)
	const router = createBrowserRouter(routes, {
		getContext: () => context,
		// The server has loaded for these; their loaders give nothing but what is in the cache.
		hydrationData: { loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])) },
	})
	followTheme()
	hydrateRoot(
		root,
		<SiteContext value={site}>
			<QueryClientProvider client={client}>
				<RouterProvider router={router} />
			</QueryClientProvider>
		</SiteContext>,
	)
}

void start()
