// Must be the first style sheet: it defines the order of the cascade layers
import '#web/ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { browserTransport } from './browser-transport.ts'
import { recordChunkError, reloadOnce, retryStyles } from './chunk-errors.ts'
import { createQueryClient, queryClientContext } from './data.tsx'
import { isLoadingLazyModule } from './lazy-module.ts'
import { OnReady } from './on-ready.tsx'
import { hydrateState, type RenderedQuery } from './rendered-state.ts'
import { routes } from './routes.tsx'
import { type Site, SiteContext } from './site.ts'
import { syncThemeAcrossTabs } from './theme.ts'

// A missing optional chunk is ignored; a missing screen chunk shows the error screen
window.addEventListener('vite:preloadError', (event) => {
	if (isLoadingLazyModule()) event.preventDefault()
	else recordChunkError(event.payload)
})
window.addEventListener('online', retryStyles)

/** Provided by the bundler: puts the module into the same chunk but evaluates it only when it is required. */
declare const require: (name: 'react-dom/client') => typeof import('react-dom/client')

async function start(): Promise<void> {
	const root = document.getElementById('root')
	const rendered = document.getElementById('state')?.textContent
	if (!root || !rendered) return
	const { site, queries } = JSON.parse(rendered) as { site: Site; queries: RenderedQuery[] }
	const client = createQueryClient(browserTransport)
	hydrateState(client, queries)

	// Evaluate React, half of the code in this file, in a separate task, so that the page can respond to input before it
	await new Promise((resolve) => setTimeout(resolve))
	const { hydrateRoot } = require('react-dom/client')
	// Menus are popovers, which browsers from 2023 lack
	if (!('popover' in HTMLElement.prototype)) await import('@oddbird/popover-polyfill').catch(() => {})
	// The chunk of the server-rendered screen must load before hydration, or React would discard the HTML
	const matches = matchRoutes(routes, location) ?? []
	const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	// Before a reload or Back, the page may have shown more list pages than the server has rendered
	const listCacheLoading = navigation?.type === 'navigate' ? null : loadListCache()
	await Promise.all(
		matches.map(async ({ route }) => {
			if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
		}),
	)
	const listCache = await listCacheLoading
	const { demonstration } = site
	const DemoBar = demonstration && (await import('#web/layout/demo-bar.tsx')).DemoBar
	const context = new RouterContextProvider()
	context.set(queryClientContext, client)
	const router = createBrowserRouter(routes, {
		getContext: () => context,
		// The server has run these loaders; their data is in the query cache
		hydrationData: { loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])) },
	})
	syncThemeAcrossTabs()
	// More events may arrive while this loads; from here until hydration nothing may be awaited
	const early = window.early?.events.length ? await import('./early-events.ts').catch(() => null) : null
	// A transition hydrates in small slices, between which the page can respond to input
	startTransition(() => {
		window.early?.stop()
		const onReady = () => {
			listCache?.restorePage(client)
			if (window.early) void early?.replayEarlyEvents(window.early.events)
		}
		hydrateRoot(
			root,
			<SiteContext value={{ ...site, banner: DemoBar && <DemoBar {...demonstration} /> }}>
				<QueryClientProvider client={client}>
					<RouterProvider router={router} />
					<OnReady then={onReady} />
				</QueryClientProvider>
			</SiteContext>,
		)
	})
	requestAnimationFrame(() =>
		setTimeout(() => {
			import('./after-first-paint.ts').then(
				({ startAfterFirstPaint }) => startAfterFirstPaint(root, client, router),
				() => {},
			)
		}),
	)
}

/** Loads the list cache; null if that fails: Back then shows only the first page of a list. */
const loadListCache = () => import('./list-cache.ts').catch(() => null)

// Without its scripts the page is still readable, as without JavaScript
start().catch(reloadOnce)
