// First of all styles: it says in which order the layers count.
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
import { type RenderedQuery, hydrateState } from './rendered-state.ts'
import { routes } from './routes.tsx'
import { type Site, SiteContext } from './site.ts'
import { syncThemeAcrossTabs } from './theme.ts'

// A part that the page can do without is left out; for a screen's own part its error screen stands in.
window.addEventListener('vite:preloadError', (event) => {
	if (isLoadingLazyModule()) event.preventDefault()
	else recordChunkError(event.payload)
})
window.addEventListener('online', retryStyles)

/** The bundler's: a module required so is in the same file, and evaluated when it is. */
declare const require: (name: 'react-dom/client') => typeof import('react-dom/client')

async function start(): Promise<void> {
	const root = document.getElementById('root')
	const rendered = document.getElementById('state')?.textContent
	if (!root || !rendered) return
	const { site, queries } = JSON.parse(rendered) as { site: Site; queries: RenderedQuery[] }
	const client = createQueryClient(browserTransport)
	hydrateState(client, queries)

	// React's half of the code is in the same file, and evaluated in a task of its own: before it the page answers to a finger.
	await new Promise((resolve) => setTimeout(resolve))
	const { hydrateRoot } = require('react-dom/client')
	// Menus are popovers, which browsers of 2023 do not have.
	if (!('popover' in HTMLElement.prototype)) await import('@oddbird/popover-polyfill').catch(() => {})
	// The screen that the server rendered must be there before the first render, or its HTML would be thrown away.
	const matches = matchRoutes(routes, location) ?? []
	const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	// By a reload or a way back, the page may have shown more than the server has rendered.
	const listCacheLoading = navigation?.type === 'navigate' ? null : loadListCache()
	await Promise.all(
		matches.map(async ({ route }) => {
			if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
		}),
	)
	const listCache = await listCacheLoading
	const context = new RouterContextProvider()
	context.set(queryClientContext, client)
	const router = createBrowserRouter(routes, {
		getContext: () => context,
		// The server has loaded for these; their loaders give nothing but what is in the cache.
		hydrationData: { loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])) },
	})
	syncThemeAcrossTabs()
	// More events may come while this loads; from here on nothing is awaited until the page answers.
	const early = window.early?.events.length ? await import('./early-events.ts').catch(() => null) : null
	// As a transition it is done in small pieces, between which the page answers to a finger.
	startTransition(() => {
		window.early?.stop()
		const onReady = () => {
			listCache?.restorePage(client)
			if (window.early) void early?.replayEarlyEvents(window.early.events)
		}
		hydrateRoot(
			root,
			<SiteContext value={site}>
				<QueryClientProvider client={client}>
					<RouterProvider router={router} />
					<OnReady then={onReady} />
				</QueryClientProvider>
			</SiteContext>,
		)
	})
	// After the first paint, so that nothing waits for it. Without it the site works, and counts less.
	requestAnimationFrame(() =>
		setTimeout(() => {
			import('#web/features/reviews/impression-tracker.ts').then(
				({ trackImpressions: watchReviews }) => watchReviews(root),
				() => {},
			)
			void loadListCache().then((kept) => kept?.startListCache(client))
		}),
	)
}

/** What keeps lists over a reload; without it the site works, and Back leads to the first part. */
const loadListCache = () => import('./list-cache.ts').catch(() => null)

// Without its scripts the page can be read, as without JavaScript.
start().catch(reloadOnce)
