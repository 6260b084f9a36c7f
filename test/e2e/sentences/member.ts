import { celeste } from '#kit/browser/built-in-games.ts'
import { REASON } from '#kit/browser/call-failures.ts'
import { all, fill, press, type Row, type Scene } from './walk.ts'

const confirm = ({ page }: Scene) =>
	page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()

const submit = press('Submit Review')

/** Writing, editing and deleting a review. */
export const REVIEWING: readonly Row[] = [
	{ at: `/games/${celeste}/review`, act: submit, says: { text: 'Please select a rating' } },
	{ says: { text: 'Please select a platform' } },
	{ says: { text: 'Please enter a review' } },
	{ act: fill('Your review', ' too short '), says: { text: 'Review must be at least 10 characters' } },
	{
		act: all(fill('Hours played optional', '-1'), submit),
		says: { text: 'Time played must be a positive number' },
	},
	{
		calls: { '**/api/reviews': 'lost' },
		act: all(
			fill('Hours played optional', '12'),
			fill('Your review', 'Long enough to be sent.'),
			({ page }) => page.getByRole('slider', { name: 'Your rating' }).press('End'),
			({ page }) => page.getByLabel('Platform').selectOption('Nintendo Switch'),
			submit,
		),
		says: { alert: 'Failed to create review' },
	},
	{ calls: { '**/api/reviews': 'reasoned' }, act: submit, says: { alert: REASON } },
	{ act: submit, says: { status: 'Review submitted successfully!' } },
	{ at: '/games/4/review', calls: { '**/api/games/4': 'lost' }, says: { alert: 'Failed to get game details' } },
	{
		at: '/games/8/review?edit=:own',
		calls: { '**/api/reviews/:own': 'wordless' },
		says: { alert: 'Failed to fetch review' },
	},
	{
		at: '/games/3/review?edit=:review',
		says: { alert: 'You do not have permission to edit this review' },
	},
	{ at: '/games/8/review?edit=:own', says: { button: 'Update Review' } },
	{
		calls: { '**/api/reviews/:own': 'wordless' },
		act: press('Update Review'),
		says: { alert: 'Failed to update review' },
	},
	{
		calls: { '**/api/reviews/:own': 'lost' },
		act: all(press('Delete Review'), confirm),
		says: { alert: 'Failed to delete review' },
	},
	{ calls: { '**/api/reviews/:own': 'hangs' }, act: confirm, says: { button: 'Deleting...' } },
]

const RECOMMENDED = {
	games: [
		{
			game: { id: celeste, name: 'Celeste', cover: null, releaseDate: null, developers: [] },
			reason: 'Because you loved Gorogoa',
		},
	],
	message: null,
}

const SUGGESTED = {
	game: { id: celeste, name: 'Celeste', cover: null, releaseDate: null, developers: [] },
	reason: 'Because you loved Gorogoa',
	timeToBeat: null,
	others: { shortest: [], longestWaiting: [], lovedByFriends: [] },
}
const suggest = { '**/api/next': { json: SUGGESTED }, '**/api/next?skip=*': { json: SUGGESTED } } as const
const notThisOne = press('Not this one: Celeste')

const bell = ({ page }: Scene) => page.getByRole('button', { name: /^Notifications/ }).click()
const closed = ({ page }: Scene) => page.keyboard.press('Escape')

/** The bell and the settings. */
export const OWN: readonly Row[] = [
	{
		at: '/recommendations',
		calls: { '**/api/recommendations': 'lost' },
		says: { alert: 'Failed to fetch recommendations', button: 'Try Again' },
	},
	{
		at: '/recommendations',
		anew: true,
		calls: {
			'**/api/recommendations': { json: RECOMMENDED },
			'**/api/recommendations/dismissals': 'lost',
		},
		act: press('Not for Me: Celeste'),
		says: { alert: 'Couldn’t dismiss the game' },
	},
	{
		at: '/recommendations',
		anew: true,
		calls: {
			'**/api/recommendations': { json: RECOMMENDED },
			'**/api/recommendations/dismissals/*': 'lost',
		},
		act: all(press('Not for Me: Celeste'), press('Undo')),
		says: { alert: 'Couldn’t take that back' },
	},
	{ at: '/next', calls: { '**/api/next': 'lost' }, says: { alert: 'Failed to find a game', button: 'Try Again' } },
	{
		at: '/next',
		anew: true,
		calls: { ...suggest, '**/api/next/later': 'lost' },
		act: all(notThisOne, press('Not now (for a month)')),
		says: { alert: 'Couldn’t put the game off' },
	},
	{
		at: '/next',
		anew: true,
		calls: { ...suggest, '**/api/next/later/*': 'lost' },
		act: all(notThisOne, press('Not now (for a month)'), press('Undo')),
		says: { alert: 'Couldn’t take that back' },
	},
	{
		at: '/feed',
		calls: { '**/api/feed/games': 'lost' },
		says: { alert: 'Failed to fetch the games of people you follow', button: 'Try Again' },
	},
	{
		at: '/about',
		calls: { '**/api/notifications/activities?*': 'lost' },
		act: bell,
		says: { alert: 'Failed to fetch activities' },
	},
	{ act: all(closed, bell), says: { text: 'No recent activity from users you follow.' } },
	{
		at: '/about',
		anew: true,
		calls: { '**/api/notifications?*': 'lost' },
		act: all(bell, press('You')),
		says: { alert: 'Failed to fetch notifications', button: 'Try Again' },
	},
	{ act: press('Try Again'), says: { text: 'Likes, comments and new followers will appear here.' } },
	{ act: press('Mark All as Read'), says: { status: 'No activities to mark as read' } },
	{ act: press('Unread'), says: { text: 'No unread notifications.' } },
	{
		at: '/about',
		anew: true,
		calls: { '**/api/notifications/mark-read': 'wordless' },
		act: all(
			({ member, writer }) => member.send('POST', '/follows', { followedId: writer.id }),
			({ writer }) => writer.review(12),
			({ page }) => page.reload(),
			bell,
			press('Mark All as Read'),
		),
		says: { status: 'Failed to mark activities as read' },
	},

	{
		at: '/settings',
		anew: true,
		calls: { '**/api/auth/profile': 'lost' },
		act: all(fill('Bio optional', 'Plays at night.'), press('Save Changes')),
		says: { alert: 'Failed to update settings. Please try again.' },
	},
	{ calls: { '**/api/auth/profile': 'reasoned' }, act: press('Save Changes'), says: { alert: REASON } },
	{ act: press('Save Changes'), says: { status: 'Settings updated successfully!' } },
]

/** Making, editing and deleting lists. */
export const LISTS: readonly Row[] = [
	{
		at: '/list',
		calls: { '**/api/lists': 'lost' },
		act: all(
			fill('Title', 'Of one'),
			fill('Search for a game to add', 'celeste'),
			({ page }) => page.getByRole('option', { name: 'Celeste' }).first().click(),
			press('Create List'),
		),
		says: { alert: 'An error occurred while creating the list' },
	},
	{ calls: { '**/api/lists': 'reasoned' }, act: press('Create List'), says: { alert: REASON } },
	{
		calls: { '**/api/lists': { status: 201, json: {} } },
		act: press('Create List'),
		says: { alert: 'Failed to create list. No list ID returned.' },
	},
	{
		calls: { '**/api/games/search?*': 'lost' },
		act: fill('Search for a game to add', 'portal'),
		says: { status: 'No games found' },
	},
	{ calls: { '**/api/lists': 'hangs' }, act: press('Create List'), says: { button: 'Creating...' } },

	{ at: '/about', anew: true, says: { heading: 'About Savepoint' } },
	{
		at: '/list/edit/:mine',
		calls: { '**/api/lists/:mine': 'lost' },
		says: { heading: 'Error Loading List', alert: 'Failed to load list data', button: 'Go Back' },
	},
	{
		at: '/list/edit/:mine',
		calls: { '**/api/lists/:mine': 'reasoned' },
		says: { heading: 'Error Loading List', alert: REASON },
	},
	{ at: '/list/edit/:mine', calls: { '**/api/lists/:mine': 'hangs' }, says: { status: 'Loading list...' } },
	{ says: { button: 'Update List', heading: 'Edit Game List' } },
	{
		calls: { '**/api/lists/:mine': 'wordless' },
		act: all(fill('Title', 'Of another'), press('Update List')),
		says: { alert: 'An error occurred while updating the list' },
	},
	{ calls: { '**/api/lists/:mine': 'reasoned' }, act: press('Update List'), says: { alert: REASON } },
	{ calls: { '**/api/lists/:mine': 'hangs' }, act: press('Update List'), says: { button: 'Updating...' } },

	{
		at: '/list/:mine',
		anew: true,
		act: press('Delete'),
		says: { text: 'Are you sure you want to delete this list? This action cannot be undone.' },
	},
	{
		calls: { '**/api/lists/:mine': 'lost' },
		act: confirm,
		says: { alert: 'Failed to delete the list. Please try again.' },
	},
	{
		calls: { '**/api/lists/:mine': 'hangs' },
		act: confirm,
		says: { button: 'Deleting...' },
	},
]

const presses =
	(name: RegExp) =>
	({ page }: Scene) =>
		page.getByRole('button', { name }).first().click()

/** Libraries, diaries and statistics, and keeping track of a game. */
export const TRACKING: readonly Row[] = [
	{
		at: '/:writer/games',
		calls: { '**/api/library?*': 'lost' },
		says: { alert: 'Failed to fetch the library' },
	},
	{
		at: '/:writer/diary',
		calls: { '**/api/library/diary?*': 'lost' },
		says: { alert: 'Failed to fetch the diary' },
	},
	{
		at: '/:writer/stats',
		calls: { '**/api/library/stats?*': 'lost' },
		says: { alert: 'Failed to fetch statistics' },
	},
	{
		at: '/:writer/year/2026',
		calls: { '**/api/library/year?*': 'lost' },
		says: { alert: 'Failed to fetch the year in review' },
	},
	{
		at: '/profile/:member',
		calls: { '**/api/library/favorites': 'lost' },
		act: all(presses(/^Choose your favorites/), press('Save Favorites')),
		says: { alert: 'Failed to save your favorites' },
	},
	{ at: '/feed', calls: { '**/api/feed?*': 'lost' }, says: { alert: 'Failed to fetch the feed' } },
	{
		at: '/games/6',
		calls: { '**/api/library/6': 'lost' },
		act: presses(/^Playing /),
		says: { alert: 'Failed to update your library' },
	},
	{
		calls: { '**/api/library/6/sessions': 'lost' },
		act: all(presses(/^Playing /), presses(/^Add another session/), press('Add 15 min')),
		says: { alert: 'Failed to save the session' },
	},
	{
		calls: { '**/api/play-sessions/*': 'lost' },
		act: all(press('Add 15 min'), presses(/^Add another session/), presses(/^Delete: /)),
		says: { alert: 'Failed to delete the session' },
	},
	{
		calls: { '**/api/library/6/plays': 'lost' },
		act: all(({ page }) => page.keyboard.press('Escape'), presses(/^Log a Play/), press('Log Play')),
		says: { alert: 'Failed to save the play' },
	},
	{
		calls: { '**/api/plays/*': 'lost' },
		act: all(press('Log Play'), presses(/^Log a Play/), presses(/^Delete: /), press('Delete')),
		says: { alert: 'Failed to delete the play' },
	},
]
