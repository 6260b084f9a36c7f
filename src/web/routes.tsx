import type { RouteObject } from 'react-router'
import { ErrorScreen } from './layout/error-screen.tsx'
import { Layout } from './layout/layout.tsx'

// A route's id is its file in pages/: the server finds by it the style sheets and scripts that a page needs at once.
const pages: RouteObject[] = [
	{ id: 'home', index: true, lazy: () => import('./pages/home.tsx') },
	{ id: 'login', path: 'login', lazy: () => import('./pages/login.tsx') },
	{ id: 'games', path: 'games', lazy: () => import('./pages/games.tsx') },
	{ id: 'game', path: 'games/:id', lazy: () => import('./pages/game.tsx') },
	{ id: 'review-form', path: 'games/:id/review', lazy: () => import('./pages/review-form.tsx') },
	{ id: 'reviews', path: 'reviews', lazy: () => import('./pages/reviews.tsx') },
	{ id: 'review', path: 'reviews/:id', lazy: () => import('./pages/review.tsx') },
	{ id: 'about', path: 'about', lazy: () => import('./pages/about.tsx') },
	{ id: 'privacy-policy', path: 'privacy-policy', lazy: () => import('./pages/privacy-policy.tsx') },
	{ id: 'not-found', path: '*', lazy: () => import('./pages/not-found.tsx') },
]

/** One table for the server's rendering and the browser. A page exports `Component` and, where it reads, `loader`. */
export const routes: RouteObject[] = [
	{
		id: 'layout',
		path: '/',
		Component: Layout,
		// Until a page's own part has come there is nothing to show; the server's HTML stands meanwhile.
		HydrateFallback: () => null,
		children: [{ id: 'screens', ErrorBoundary: ErrorScreen, children: pages }],
	},
]
