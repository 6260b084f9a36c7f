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
	{ id: 'users', path: 'users', lazy: () => import('./pages/users.tsx') },
	{ id: 'own-profile', path: 'profile', lazy: () => import('./pages/own-profile.tsx') },
	{ id: 'profile', path: 'profile/:username', lazy: () => import('./pages/profile.tsx') },
	{ id: 'user-reviews', path: ':username/reviews', lazy: () => import('./pages/user-reviews.tsx') },
	{ id: 'user-lists', path: ':username/lists', lazy: () => import('./pages/user-lists.tsx') },
	{ id: 'list-form', path: 'list', lazy: () => import('./pages/list-form.tsx') },
	{ id: 'list', path: 'list/:listId', lazy: () => import('./pages/list.tsx') },
	{ id: 'list-form-edit', path: 'list/edit/:listId', lazy: () => import('./pages/list-form-edit.tsx') },
	{ id: 'search', path: 'search', lazy: () => import('./pages/search.tsx') },
	{ id: 'select-username', path: 'select-username', lazy: () => import('./pages/select-username.tsx') },
	{ id: 'settings', path: 'settings', lazy: () => import('./pages/settings.tsx') },
	{ id: 'forgot-password', path: 'forgot-password', lazy: () => import('./pages/forgot-password.tsx') },
	{ id: 'reset-password', path: 'reset-password', lazy: () => import('./pages/reset-password.tsx') },
	{ id: 'verify-email', path: 'verify-email', lazy: () => import('./pages/verify-email.tsx') },
	{ id: 'oauth-landing', path: 'oauth/:end', lazy: () => import('./pages/oauth-landing.tsx') },
	{
		id: 'data-deletion-status',
		path: 'data-deletion-status/:confirmationCode?',
		lazy: () => import('./pages/data-deletion-status.tsx'),
	},
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
