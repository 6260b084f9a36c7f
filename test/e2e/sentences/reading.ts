import { type CallFailure, REASON } from '#kit/browser/call-failures.ts'
import type { Row, Scene } from './walk.ts'

/** Every column of the home page fails. */
const homeFails = (way: CallFailure) => ({
	'**/api/games/popular?*': way,
	'**/api/reviews/popular-reviews?*': way,
	'**/api/reviews/popular-users?*': way,
})

const NO_GAMES = {
	games: [],
	facets: { genres: [], platforms: [], modes: [], decades: [] },
	totalCount: 0,
	totalPages: 0,
	currentPage: 1,
	nextCursor: null,
} as const

const NOTHING = { '**/api/reviews/popular-reviews?*': { json: { reviews: [] } } } as const

const searchInHeader =
	(text: string) =>
	({ page }: Pick<Scene, 'page'>) =>
		page.getByRole('combobox', { name: 'Search games and users' }).fill(text)

/** The rankings and the feed of reviews, as a visitor sees them. */
export const RANKINGS: readonly Row[] = [
	{
		at: '/?period=year',
		calls: homeFails('lost'),
		says: {
			alert: [
				'Failed to fetch popular games',
				'Failed to load popular reviews. Please try again later.',
				'Failed to fetch popular profiles',
			],
			button: 'Try Again',
		},
	},
	{ at: '/?period=week', calls: homeFails('reasoned'), says: { alert: REASON, button: 'Try Again' } },
	{
		at: '/?period=all',
		calls: homeFails('page'),
		says: { alert: ['Invalid data structure returned from API', 'An unexpected error occurred'] },
	},
	{
		at: '/',
		calls: homeFails({ json: { success: true, data: {} } }),
		says: { alert: ['Invalid data structure returned from API', 'An unexpected error occurred'] },
	},
	{ at: '/?period=week', anew: true, says: { heading: 'Discover Your Next Favorite Game' } },
	{ at: '/', calls: NOTHING, says: { text: 'No popular reviews found for this month.' } },
	{ at: '/?period=year', calls: NOTHING, says: { text: 'No popular reviews found for this year.' } },
	{ at: '/?period=all', calls: NOTHING, says: { text: 'No popular reviews found for all time.' } },
	{ at: '/about', anew: true, says: { heading: 'About Savepoint' } },
	{ at: '/?period=week', calls: NOTHING, says: { text: 'No popular reviews found for this week.' } },

	{ at: '/games', calls: { '**/api/games?*': 'wordless' }, says: { alert: 'Failed to fetch games' } },
	{ says: { button: 'Try Again' } },
	{
		at: '/games?period=year',
		calls: { '**/api/games?*': 'page' },
		says: { alert: 'An unexpected error occurred', button: 'Try Again' },
	},
	{
		at: '/games?period=all',
		calls: { '**/api/games?*': { json: NO_GAMES } },
		says: { text: 'No games found' },
	},
	{
		at: '/users',
		calls: { '**/api/reviews/popular-users?*': 'lost' },
		says: { alert: 'Failed to fetch users', button: 'Try Again' },
	},
	{
		at: '/users?period=all',
		calls: { '**/api/reviews/popular-users?*': { json: {} } },
		says: { alert: 'An unexpected error occurred', button: 'Try Again' },
	},
	{
		at: '/reviews',
		calls: { '**/api/reviews?*': 'wordless' },
		says: { alert: 'Failed to fetch reviews', button: 'Try Again' },
	},
	{
		at: '/reviews?sortBy=views',
		calls: { '**/api/reviews?*': { json: { reviews: null } } },
		says: { alert: 'An unexpected error occurred', button: 'Try Again' },
	},
	{ at: '/reviews?search=nobody+wrote+this', says: { text: 'No reviews found', heading: '0 reviews' } },
	{ at: '/reviews?search=:writer', says: { text: "You've reached the end!" } },
]

/** The searches, on their page and in the header. */
export const SEARCHES: readonly Row[] = [
	{ at: '/search', says: { text: 'Type at least 2 characters to search for games' } },
	{ at: '/search?query=z', says: { text: 'Type at least 2 characters to search for games' } },
	{ at: '/search?query=z&tab=users', says: { text: 'Search query must be at least 2 characters' } },
	{
		at: '/search?query=zelda',
		calls: { '**/api/games/search?*': 'lost' },
		says: { alert: 'An error occurred while searching for games', button: 'Try Again' },
	},
	{
		at: '/search?query=mario',
		calls: { '**/api/games/search?*': 'wordless' },
		says: { alert: 'Failed to fetch games', button: 'Try Again' },
	},
	{
		at: '/search?query=zelda&tab=users',
		calls: { '**/api/users/search?*': 'lost' },
		says: { alert: 'An error occurred while searching for users', button: 'Try Again' },
	},
	{
		at: '/search?query=mario&tab=users',
		calls: { '**/api/users/search?*': 'wordless' },
		says: { alert: 'Failed to fetch users', button: 'Try Again' },
	},
	{ at: '/search?query=qqqqqq', says: { text: 'No games found' } },
	{ at: '/search?query=qqqqqq&tab=users', says: { text: 'No results found' } },

	{ at: '/about', act: searchInHeader('q'), says: { status: 'Type at least 2 characters to search for games' } },
	{
		calls: { '**/api/*/search?*': 'lost' },
		act: searchInHeader('metroid'),
		says: { status: 'An error occurred while searching for games/users' },
	},
	{ act: searchInHeader('qqqqqqq'), says: { status: 'No results found' } },
	{ act: ({ page, words }) => searchInHeader(words.writer ?? '')({ page }), says: { text: 'No games found' } },
]

const game = { id: 3, name: '', cover: null, releaseDate: null, developers: [] }
const listed = {
	id: 'unknown',
	title: 'By nobody',
	description: null,
	userId: 'unknown',
	user: { id: 'unknown', username: '', profilePicture: null },
	createdAt: '2026-03-01T00:00:00.000Z',
	updatedAt: '2026-03-01T00:00:00.000Z',
	gameCount: 1,
	itemCount: 1,
	commentCount: 0,
	likes: 0,
	hasLiked: false,
	isHidden: false,
	mentions: [],
	visibility: 'public',
	isRanked: true,
	tags: [],
	copiedFrom: null,
	progress: null,
	games: [game],
	items: [{ id: 'one', gameId: 3, game, order: 0, notes: '' }],
}

/** The screens of one thing, as a visitor sees them. */
export const THINGS: readonly Row[] = [
	{ at: '/games/1', calls: { '**/api/games/1': 'lost' }, says: { alert: 'Failed to fetch game details' } },
	{ says: { button: 'Try Again' } },
	{ at: '/games/2', calls: { '**/api/games/2': 'reasoned' }, says: { alert: REASON } },
	{
		at: '/games/5',
		calls: { '**/api/reviews?*': 'wordless' },
		says: { alert: 'Failed to load reviews. Please try again later.', button: 'Try Again' },
	},
	{ at: '/games/:unreviewed', says: { text: 'No reviews yet. Be the first to review this game!' } },
	{ at: '/games/999999', says: { heading: 'Game Not Found', link: 'Back to Home' } },

	{
		at: '/reviews/:review',
		calls: { '**/api/reviews/:review': 'wordless' },
		says: { alert: 'Failed to fetch review details', button: 'Try Again', link: 'Back to Home' },
	},
	{ at: '/reviews/:review', calls: { '**/api/reviews/:review': 'hangs' }, says: { status: 'Loading review...' } },
	{
		at: '/reviews/:another',
		calls: { '**/api/comments/review/**': 'wordless' },
		says: { alert: 'Failed to fetch comments', button: 'Try Again' },
	},
	{
		at: '/reviews/:none',
		says: {
			heading: 'Review Not Found',
			text: "The review you're looking for doesn't exist or has been removed.",
			link: 'Back to Home',
		},
	},

	{
		at: '/profile/:writer',
		calls: {
			'**/api/reviews?*': 'lost',
			'**/api/reviews/activity?*': 'wordless',
			'**/api/reviews/users/*/impressions*': 'wordless',
		},
		says: {
			alert: ['Failed to fetch impression stats', 'Failed to fetch user reviews', 'Failed to fetch user activity'],
		},
	},
	{
		at: '/profile/:other',
		calls: { '**/api/users/by-username/*': 'lost' },
		says: { alert: 'Failed to find user', heading: ':other' },
	},
	{ at: '/profile/nobody_of_this_name', says: { heading: 'Profile Not Found' } },
	{
		at: '/:writer/reviews',
		calls: { '**/api/reviews?*': 'wordless' },
		says: { alert: 'Failed to fetch user reviews', button: 'Try Again' },
	},

	{
		at: '/list/:list',
		calls: { '**/api/lists/:list': 'lost' },
		says: { heading: 'Error Loading List', alert: 'Failed to load list' },
	},
	{
		at: '/list/:list',
		calls: { '**/api/lists/:list': 'reasoned' },
		says: { heading: 'Error Loading List', alert: REASON },
	},
	{ at: '/list/:list', calls: { '**/api/lists/:list': 'hangs' }, says: { status: 'Loading list...' } },
	{ at: '/list/:empty', says: { text: 'No games in this list yet.', heading: 'Games in this List (0)' } },
	{
		at: '/list/:none',
		says: {
			heading: 'List Not Found',
			text: "The list you're looking for doesn't exist or has been removed.",
		},
	},
	{
		at: '/list/unknown',
		calls: { '**/api/lists/unknown': { json: listed } },
		says: { text: 'Unknown User', link: 'Unknown Game' },
	},

	{ at: '/data-deletion-status', says: { text: 'N/A' } },
	{ at: '/settings', says: { text: 'Please log in to access your settings.' } },
	{ at: '/games/3/review', says: { status: 'Please log in to write a review', heading: 'Join Savepoint' } },
]

/** What stands in the place of a screen that broke. */
export const BROKEN: readonly Row[] = [
	{
		at: '/games?period=month',
		calls: { '**/api/games?*': { json: { ...NO_GAMES, games: [null] } } },
		says: { heading: 'Unexpected Application Error!', link: 'Back to Home' },
	},
]
