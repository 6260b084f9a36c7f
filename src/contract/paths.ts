import type { ImportFrom } from './imports.ts'
import type { Period } from './shapes.ts'
import type { LOGIN_OUTCOMES } from './social-login-outcomes.ts'

type Query = Readonly<Record<string, string | number | null | undefined | readonly string[]>>

/** Paths of all screens, feeds and documents of the site; no other module builds them. */
export const paths = {
	home: (query: { period?: Period } = {}) => withQuery('/', query),
	login: (
		query: {
			redirect?: string
			message?:
				| 'write-review'
				| 'like-review'
				| 'like-comment'
				| 'like-list'
				| 'copy-list'
				| 'create-list'
				| 'edit-list'
				| 'keep-track'
				| keyof typeof LOGIN_OUTCOMES
			mode?: 'signup' | 'login'
		} = {},
	) => withQuery('/login', query),
	/** Where new accounts begin. */
	welcome: (query: { step?: 'next' } = {}) => withQuery('/welcome', query),
	/** The names of the filters are those of the API. */
	games: (query: Query & { period?: Period; page?: number; view?: 'wall' } = {}) => withQuery('/games', query),
	/** What comes out in a month (`2026-12`), or in a year without a known month (`2026`); this month without one. */
	upcoming: (query: Query & { month?: string | undefined } = {}) => withQuery('/games/upcoming', query),
	game: (id: number) => `/games/${id}`,
	/** What changed about a game; `edit` opens the form of moderators. */
	gameHistory: (id: number, query: { edit?: 1; cursor?: string } = {}) => withQuery(`/games/${id}/history`, query),
	series: (slug: string, query: { page?: number } = {}) => withQuery(`/series/${encodeURIComponent(slug)}`, query),
	reviewForm: (gameId: number, query: { edit?: string } = {}) => withQuery(`/games/${gameId}/review`, query),
	reviews: (query: Query = {}) => withQuery('/reviews', query),
	review: (id: string, query: { spoilers?: 1 } = {}) => withQuery(`/reviews/${id}`, query),
	users: (query: { period?: Period; page?: number } = {}) => withQuery('/users', query),
	ownProfile: () => '/profile',
	profile: (username: string) => `/profile/${username}`,
	userReviews: (username: string, query: Query = {}) => withQuery(`/${username}/reviews`, query),
	userLists: (username: string, query: Query = {}) => withQuery(`/${username}/lists`, query),
	library: (username: string, query: Query = {}) => withQuery(`/${username}/games`, query),
	diary: (username: string, query: Query = {}) => withQuery(`/${username}/diary`, query),
	stats: (username: string, query: Query = {}) => withQuery(`/${username}/stats`, query),
	year: (username: string, year: number) => `/${username}/year/${year}`,
	feed: (query: Query = {}) => withQuery('/feed', query),
	lists: (query: { sort?: 'new'; period?: Period; tag?: string; cursor?: string | null } = {}) =>
		withQuery('/lists', query),
	newList: () => '/list',
	list: (id: string, query: { spoilers?: 1 } = {}) => withQuery(`/list/${id}`, query),
	editList: (id: string) => `/list/edit/${id}`,
	search: (query: Query = {}) => withQuery('/search', query),
	settings: (query: Query = {}) => withQuery('/settings', query),
	/** The play time that programs report. */
	playReports: () => '/settings/sessions',
	/** What the viewer may play next; the names of the choices are those of the API. */
	next: (query: Query = {}) => withQuery('/next', query),
	/** The games that the viewer may like. */
	recommendations: () => '/recommendations',
	/** Where people bring their games from elsewhere; `from` is where. */
	imports: (query: { from?: ImportFrom; steam?: string } = {}) => withQuery('/imports', query),
	import: (id: string, query: { show?: string } = {}) => withQuery(`/imports/${id}`, query),
	/** The screens of moderators and admins; each is a section. */
	admin: (section?: string, query: Query = {}) => withQuery(section ? `/admin/${section}` : '/admin', query),
	oauthCallback: () => '/oauth/callback',
	oauthSuccess: (query: Query) => withQuery('/oauth/success', query),
	verifyEmail: (token: string) => withQuery('/verify-email', { token }),
	/** Where the mailed links of requests for accounts and of visitors' reports lead. */
	confirmRegistration: (token: string) => withQuery('/confirm-request', { token }),
	confirmReport: (token: string) => withQuery('/confirm-report', { token }),
	resetPassword: (token: string) => withQuery('/reset-password', { token }),
	/** Where the link in each mail leads; mail programs send a POST to it. */
	unsubscribe: (token: string) => withQuery('/unsubscribe', { token }),
	selectUsername: () => '/select-username',
	forgotPassword: () => '/forgot-password',
	dataDeletionStatus: (code: string) => `/data-deletion-status/${code}`,
	/** Where an author reads a decision about something of theirs, and appeals it; the token is that of the mail. */
	appeal: (actionId: string, query: { token?: string } = {}) => withQuery(`/appeal/${actionId}`, query),
	transparency: () => '/transparency',
	about: () => '/about',
	/** How rankings are counted, and the ranking of a day. */
	popularity: (query: { asOf?: string | undefined; period?: Period | undefined } = {}) =>
		withQuery('/popularity', query),
	rules: () => '/rules',
	/** Where an invite leads. */
	join: (code: string) => `/join/${code}`,
	privacyPolicy: () => '/privacy-policy',
	apiDocs: () => '/api/docs',
	reviewsFeed: () => '/feeds/reviews.atom',
	userFeed: (username: string) => `/feeds/users/${username}.atom`,
	/** Calendars for calendar apps; that of a wishlist has a secret token. */
	calendar: (query: Query = {}) => withQuery('/feeds/calendar.ics', query),
	wishlistCalendar: (username: string, token: string) => withQuery(`/feeds/users/${username}/wishlist.ics`, { token }),
	/** No username has a hyphen, so nobody's pages are in this folder. */
	sharePicture: (subject: 'reviews' | 'games' | 'lists' | 'users' | 'years' | 'posters' | 'pages', name: string) =>
		`/share-pictures/${subject}/${name}.jpg`,
}

/** Appends query parameters to a path, leaving out values that are null, undefined or ''. Arrays repeat their parameter. */
export function withQuery(path: string, query: Query): string {
	const search = new URLSearchParams()
	for (const [name, value] of Object.entries(query))
		for (const one of typeof value === 'object' && value !== null ? value : [value])
			if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
	const text = search.toString()
	return text ? `${path}?${text}` : path
}
