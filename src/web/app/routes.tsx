import type { RouteObject } from 'react-router'
import { ErrorScreen } from '#web/layout/error-screen.tsx'
import { Layout } from '#web/layout/layout.tsx'

// A route's id is its file name in pages/, by which the server finds the style sheets and scripts to preload
const pages: RouteObject[] = [
	{ id: 'home', index: true, lazy: () => import('#web/pages/home.tsx') },
	{ id: 'login', path: 'login', lazy: () => import('#web/pages/login.tsx') },
	{ id: 'welcome', path: 'welcome', lazy: () => import('#web/pages/welcome.tsx') },
	{ id: 'games', path: 'games', lazy: () => import('#web/pages/games.tsx') },
	{ id: 'upcoming', path: 'games/upcoming', lazy: () => import('#web/pages/upcoming.tsx') },
	{ id: 'game', path: 'games/:id', lazy: () => import('#web/pages/game.tsx') },
	{ id: 'game-history', path: 'games/:id/history', lazy: () => import('#web/pages/game-history.tsx') },
	{ id: 'series', path: 'series/:slug', lazy: () => import('#web/pages/series.tsx') },
	{ id: 'review-form', path: 'games/:id/review', lazy: () => import('#web/pages/review-form.tsx') },
	{ id: 'reviews', path: 'reviews', lazy: () => import('#web/pages/reviews.tsx') },
	{ id: 'review', path: 'reviews/:id', lazy: () => import('#web/pages/review.tsx') },
	{ id: 'users', path: 'users', lazy: () => import('#web/pages/users.tsx') },
	{ id: 'own-profile', path: 'profile', lazy: () => import('#web/pages/own-profile.tsx') },
	{ id: 'profile', path: 'profile/:username', lazy: () => import('#web/pages/profile.tsx') },
	{ id: 'user-reviews', path: ':username/reviews', lazy: () => import('#web/pages/user-reviews.tsx') },
	{ id: 'user-lists', path: ':username/lists', lazy: () => import('#web/pages/user-lists.tsx') },
	{ id: 'user-library', path: ':username/games', lazy: () => import('#web/pages/user-library.tsx') },
	{ id: 'user-diary', path: ':username/diary', lazy: () => import('#web/pages/user-diary.tsx') },
	{ id: 'user-stats', path: ':username/stats', lazy: () => import('#web/pages/user-stats.tsx') },
	{ id: 'user-year', path: ':username/year/:year', lazy: () => import('#web/pages/user-year.tsx') },
	{ id: 'feed', path: 'feed', lazy: () => import('#web/pages/feed.tsx') },
	{ id: 'lists', path: 'lists', lazy: () => import('#web/pages/lists.tsx') },
	{ id: 'list-form', path: 'list', lazy: () => import('#web/pages/list-form.tsx') },
	{ id: 'list', path: 'list/:listId', lazy: () => import('#web/pages/list.tsx') },
	{ id: 'list-form-edit', path: 'list/edit/:listId', lazy: () => import('#web/pages/list-form-edit.tsx') },
	{ id: 'search', path: 'search', lazy: () => import('#web/pages/search.tsx') },
	{ id: 'select-username', path: 'select-username', lazy: () => import('#web/pages/select-username.tsx') },
	{ id: 'settings', path: 'settings', lazy: () => import('#web/pages/settings.tsx') },
	{ id: 'play-reports', path: 'settings/sessions', lazy: () => import('#web/pages/play-reports.tsx') },
	{ id: 'next', path: 'next', lazy: () => import('#web/pages/next.tsx') },
	{ id: 'recommendations', path: 'recommendations', lazy: () => import('#web/pages/recommendations.tsx') },
	{ id: 'imports', path: 'imports/:id?', lazy: () => import('#web/pages/imports.tsx') },
	{ id: 'forgot-password', path: 'forgot-password', lazy: () => import('#web/pages/forgot-password.tsx') },
	{ id: 'reset-password', path: 'reset-password', lazy: () => import('#web/pages/reset-password.tsx') },
	{ id: 'verify-email', path: 'verify-email', lazy: () => import('#web/pages/verify-email.tsx') },
	{ id: 'confirm-request', path: 'confirm-request', lazy: () => import('#web/pages/confirm-request.tsx') },
	{ id: 'confirm-report', path: 'confirm-report', lazy: () => import('#web/pages/confirm-report.tsx') },
	{ id: 'admin', path: 'admin/:section?', lazy: () => import('#web/pages/admin.tsx') },
	{ id: 'appeal', path: 'appeal/:actionId', lazy: () => import('#web/pages/appeal.tsx') },
	{ id: 'unsubscribe', path: 'unsubscribe', lazy: () => import('#web/pages/unsubscribe.tsx') },
	{ id: 'oauth-landing', path: 'oauth/:end', lazy: () => import('#web/pages/oauth-landing.tsx') },
	{
		id: 'data-deletion-status',
		path: 'data-deletion-status/:confirmationCode?',
		lazy: () => import('#web/pages/data-deletion-status.tsx'),
	},
	{ id: 'join', path: 'join/:code', lazy: () => import('#web/pages/join.tsx') },
	{ id: 'rules', path: 'rules', lazy: () => import('#web/pages/rules.tsx') },
	{ id: 'about', path: 'about', lazy: () => import('#web/pages/about.tsx') },
	{ id: 'popularity', path: 'popularity', lazy: () => import('#web/pages/popularity.tsx') },
	{ id: 'transparency', path: 'transparency', lazy: () => import('#web/pages/transparency.tsx') },
	{ id: 'privacy-policy', path: 'privacy-policy', lazy: () => import('#web/pages/privacy-policy.tsx') },
	{ id: 'not-found', path: '*', lazy: () => import('#web/pages/not-found.tsx') },
]

/** The routes of server rendering and the browser. A page exports `Component` and, if it reads data, `loader`. */
export const routes: RouteObject[] = [
	{
		id: 'layout',
		path: '/',
		Component: Layout,
		// The server's HTML stays visible until the page's chunk has loaded
		HydrateFallback: () => null,
		children: [{ id: 'screens', ErrorBoundary: ErrorScreen, children: pages }],
	},
]
