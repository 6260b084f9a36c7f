// Must be the first style sheet: it defines the order of the cascade layers
import '#web/ui/tokens.css'
import '#web/native/app.css'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { createBrowserRouter, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { toAccentTokens } from '#contract/accent.ts'
import { getSite } from '#contract/site.ts'
import { canGoBack, closeTopOverlay } from '#web/native/back-button.ts'
import type { Bridge } from '#web/native/bridge.ts'
import { parseDeepLink } from '#web/native/deep-links.ts'
import { openExternalLinks } from '#web/native/external-links.ts'
import { OfflineScreen } from '#web/native/offline-screen.tsx'
import { PullToRefresh } from '#web/native/pull-to-refresh.tsx'
import { keepFocusedFieldVisible } from '#web/native/screen-keyboard.ts'
import {
	completeCallback,
	createChallenge,
	createProofUrl,
	isCallbackUrl,
	reportBrowserFailure,
} from '#web/native/social-login.ts'
import { syncSystemBars } from '#web/native/system-bars.ts'
import { setPictureHost } from '#web/ui/picture-host.ts'
import { ApiError, call } from './api-client.ts'
import { browserTransport } from './browser-transport.ts'
import { createQueryClient, queryClientContext } from './data.tsx'
import { OnReady } from './on-ready.tsx'
import { platform } from './platform.ts'
import { routes } from './routes.tsx'
import { initializeViewer } from './session.tsx'
import { type Site, SiteContext } from './site.ts'
import { syncThemeAcrossTabs } from './theme.ts'

/** After this time without a response the site counts as unreachable. */
const SITE_TIMEOUT_MS = 10_000

type Router = ReturnType<typeof createBrowserRouter>

interface App {
	bridge: Bridge
	api: string
	root: Root
	/** The public origin of the site; the API's origin until the site has responded. */
	siteOrigin: string
	/** The router, once the first page is shown. */
	router: Router | null
	/** Resolves when the first page is shown. */
	pagesShown: Promise<void>
	show: () => void
}

/**
 * Starts the client as a mobile app: without server rendering, with data from the site at `api`, and with the phone's
 * native features through `bridge`. Shows the offline screen until the site has responded once.
 */
export async function startApp(bridge: Bridge, api: string): Promise<void> {
	const element = document.getElementById('root')
	if (!element) return
	window.early?.stop()
	let show = () => {}
	const pagesShown = new Promise<void>((resolve) => {
		show = resolve
	})
	const app: App = { bridge, api, root: createRoot(element), siteOrigin: api, router: null, pagesShown, show }
	connectToPhone(app)
	const url = await bridge.launchUrl().catch(() => null)
	if (url !== null && isCallbackUrl(url)) void handleCallback(app, url)
	// Replace the initial history entry with the deep link, so that Back does not go to the home page; a reload keeps its path
	const path = url === null || isCallbackUrl(url) || isReload() ? null : parseDeepLink(url, [api])
	if (path !== null) window.history.replaceState(null, '', path)
	const failure = await showFirstPage(app)
	if (failure) showOffline(app, failure)
}

/** Replaces browser features with the phone's native ones. */
function connectToPhone(app: App): void {
	const { bridge, api } = app
	setPictureHost(api)
	platform.apiOrigin = api
	platform.hasPasskeys = false
	platform.createConnectChallenge = (provider) => createChallenge({ connects: provider })
	platform.createProofUrl = (provider) => createProofUrl(api, provider)
	platform.openExternal = (address) => void bridge.openBrowser(address).catch(() => reportBrowserFailure(true))
	platform.share = (title, path) => {
		closeTopOverlay()
		// The public URL of the page, not the app's own
		bridge.share({ title, url: app.siteOrigin + path }).catch(() => {})
	}
	platform.saveFile = (name, file) => bridge.shareFile(name, file)
	syncThemeAcrossTabs()
	syncSystemBars(bridge)
	keepFocusedFieldVisible(bridge)
	openExternalLinks(bridge, () => app)
	bridge.onBack(() => {
		if (closeTopOverlay()) return
		if (app.router && canGoBack()) void app.router.navigate(-1)
		else void bridge.minimize()
	})
	bridge.onUrl((url) => void openUrl(app, url))
	window.addEventListener('oauth-navigate', (event) => {
		const path: unknown = event instanceof CustomEvent ? event.detail : undefined
		if (typeof path === 'string') void app.router?.navigate(path, { replace: true })
	})
}

async function openUrl(app: App, url: string): Promise<void> {
	if (isCallbackUrl(url)) return handleCallback(app, url)
	await app.pagesShown
	const path = parseDeepLink(url, [app.api, app.siteOrigin])
	if (path !== null && path !== getCurrentPath()) {
		closeTopOverlay()
		await app.router?.navigate(path)
	}
	if (path === null && /^https?:/.test(url)) await app.bridge.openBrowser(url)
}

/** Handles a provider's callback once the pages are shown, which display its outcome. */
async function handleCallback({ bridge, pagesShown }: App, url: string): Promise<void> {
	// Fails if no browser is open
	bridge.closeBrowser().catch(() => {})
	await pagesShown
	await completeCallback(url)
}

/** Fetches the site data and, in parallel, the first page's data. Shows the page; returns the error if the site failed. */
async function showFirstPage(app: App): Promise<ApiError | null> {
	const client = createQueryClient(browserTransport)
	const context = new RouterContextProvider()
	context.set(queryClientContext, client)
	initializeViewer()
	const router = createBrowserRouter(routes, { getContext: () => context })
	const site = await fetchSite()
	if (site instanceof ApiError) {
		router.dispose()
		return site
	}
	await waitUntilInitialized(router)
	app.router = router
	app.siteOrigin = site.origin
	platform.siteOrigin = site.origin
	showPages(app, client, site, router)
	app.show()
	return null
}

async function fetchSite(): Promise<Site | ApiError> {
	try {
		return await call(browserTransport, getSite, {}, { signal: AbortSignal.timeout(SITE_TIMEOUT_MS) })
	} catch (error) {
		return error instanceof ApiError ? error : new ApiError(0, 'network', getSite.config.failure)
	}
}

function waitUntilInitialized(router: Router): Promise<void> {
	return new Promise((resolve) => {
		if (router.state.initialized) return resolve()
		const unsubscribe = router.subscribe(({ initialized }) => {
			if (!initialized) return
			unsubscribe()
			resolve()
		})
	})
}

function showPages({ root }: App, client: QueryClient, site: Site, router: Router): void {
	// In the browser, the server has put it into the page's styles
	if (site.accent !== null)
		for (const [name, value] of toAccentTokens(site.accent)) document.documentElement.style.setProperty(name, value)
	root.render(
		<SiteContext value={site}>
			<QueryClientProvider client={client}>
				<RouterProvider router={router} />
				<OnReady />
				<PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })} />
			</QueryClientProvider>
		</SiteContext>,
	)
	const element = document.getElementById('root')
	void import('#web/features/reviews/impression-tracker.ts').then(
		({ trackImpressions }) => element && trackImpressions(element),
	)
	void import('#web/features/reviews/like-after-login.ts').then(({ likeAfterLogin }) => likeAfterLogin(client, router))
	void import('#web/features/games/cover-gestures.ts').then(({ listenForCoverGestures }) => listenForCoverGestures())
	void import('./list-cache.ts').then(({ startListCache }) => startListCache(client))
	void import('./page-transitions.ts').then(({ animatePageChanges }) => animatePageChanges(router))
}

function showOffline(app: App, failure: ApiError): void {
	const retry = async () => {
		const nextFailure = await showFirstPage(app)
		if (nextFailure) showOffline(app, nextFailure)
		return nextFailure === null
	}
	app.root.render(
		<>
			<OfflineScreen isAnswering={failure.status > 0} retry={retry} onResume={app.bridge.onResume} />
			<OnReady />
		</>,
	)
}

function isReload(): boolean {
	const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
	return navigation?.type === 'reload'
}

function getCurrentPath(): string {
	return location.pathname + location.search + location.hash
}
