import type { SiteProcess } from '#kit/site-process.ts'
import { celeste } from './built-in-games.ts'
import { newUsername, type Person, registerPerson } from './people.ts'

// The addresses of all pages, by who sees them otherwise.

const WORD = 'W'.repeat(120)
const RIGHT_TO_LEFT = 'لعبة طويلة جدا عن مكان هادئ في آخر العالم، ومراجعة تملأ سطرين على الأقل من هذه الصفحة.'
const PARAGRAPH =
	'Every screen is a small promise that you can do it, and after the fortieth try you can. The mountain does not care how often you fell. '

/** The same for everybody. */
export const STATIC = [
	'/search',
	`/search?query=${WORD}`,
	'/search?query=zelda',
	'/search?query=qqqqqqqq',
	'/games/upcoming',
	'/games/upcoming?month=2017-03',
	'/games/upcoming?month=2017-03&platform=Nintendo+Switch&genre=None',
	'/about',
	'/rules',
	'/join/none',
	'/privacy-policy',
	'/transparency',
	'/popularity',
	'/popularity?asOf=2001-01-01&period=year',
	'/appeal/00000000-0000-7000-8000-000000000000',
	'/verify-email?token=forged',
	'/confirm-request',
	'/confirm-request?token=forged',
	'/confirm-report',
	'/confirm-report?token=forged',
	'/unsubscribe',
	'/unsubscribe?token=forged',
	'/oauth/callback?token=forged',
	'/nowhere/at/all',
	'/games/999999',
	'/series/none',
	'/profile/nobody_here',
	'/nobody_here/games',
	'/nobody_here/diary',
	'/nobody_here/stats',
	'/nobody_here/year/2026',
	'/nobody_here/year/26',
	'/reviews/00000000-0000-7000-8000-000000000000',
	'/list/none',
	'/data-deletion-status/AAAA-BBBB-CCCC-DDDD',
	'/data-deletion-status',
]
export const VISITORS = [
	'/login',
	'/login?mode=signup',
	'/forgot-password',
	'/reset-password?token=any',
	'/reset-password',
	'/admin',
	'/list',
	'/feed',
	'/welcome',
	'/settings',
	'/settings/sessions',
	'/imports',
	'/next',
	'/recommendations',
]
export const ADMIN_SECTIONS = [
	'overview',
	'reports',
	'appeals',
	'suggestions',
	'log',
	'words',
	'people',
	'registrations',
	'invites',
	'domains',
	'numbers',
	'work',
	'catalog',
	'settings',
]

/** What somebody wrote, some of it as wide as it can be, and the paths that show it. */
export async function write(site: SiteProcess) {
	// The longest username there can be
	const writer = await registerPerson(site, newUsername('wide').padEnd(30, 'W'))
	const wide = await writer.review(7, { description: `${WORD.repeat(4)} ${RIGHT_TO_LEFT}` })
	await writer.comment(wide, WORD.repeat(3))
	const review = await writer.review(celeste, { rating: 4.5, description: PARAGRAPH.repeat(4).trim() })
	await writer.comment(review, 'Sit down somewhere with a view.')
	await writer.review(12, { description: RIGHT_TO_LEFT })
	const games = [{ gameId: 7, notes: WORD }, { gameId: 12, notes: RIGHT_TO_LEFT }, { gameId: 21 }]
	const list = await writer.createList({ title: WORD, description: WORD.repeat(3), games })
	const wall = await writer.createList({ title: RIGHT_TO_LEFT, games: [{ gameId: 7 }, { gameId: 12 }] })
	const { username } = writer
	return {
		writer,
		written: [
			// Before the reviews are seen, which brings their writer into this ranking within seconds, also while it loads
			'/users',
			'/',
			'/?period=week',
			'/games',
			'/games?period=all',
			'/games?view=wall',
			'/games?genre=Puzzle&yearFrom=1980&yearTo=1989',
			`/games/${celeste}`,
			'/games/7',
			'/games/7/history',
			'/series/the-legend-of-zelda',
			'/games/12',
			'/reviews',
			`/reviews?gameId=7&search=${WORD.slice(0, 50)}`,
			`/reviews/${wide}`,
			`/reviews/${review}`,
			'/lists',
			`/profile/${username}`,
			`/${username}/reviews`,
			`/${username}/lists`,
			`/${username}/lists?search=${WORD.slice(0, 40)}`,
			`/${username}/games`,
			`/${username}/diary`,
			`/${username}/stats`,
			`/list/${list}`,
			`/list/${wall}`,
			`/search?query=${username}&tab=users`,
		],
		/** For the writer: somebody else is led away from the form of a list. */
		own: [
			'/',
			'/feed',
			'/welcome',
			'/settings',
			'/settings/sessions',
			'/next',
			'/recommendations',
			'/imports',
			'/imports?from=grouvee',
			'/imports/00000000-0000-7000-8000-000000000000',
			'/games/21',
			`/games/${celeste}`,
			'/games/21/review',
			`/games/${celeste}/review?edit=${review}`,
			'/list',
			`/list/edit/${list}`,
			`/reviews/${review}`,
			`/profile/${username}`,
			`/${username}/games`,
		],
	}
}

/** Fills the queues and the log of moderators: a report that waits and one that is decided, a suggestion, an edit of a game. */
export async function fillQueues(site: SiteProcess, moderator: Person): Promise<void> {
	const author = await registerPerson(site, newUsername('author'))
	const reader = await registerPerson(site, newUsername('reader'))
	const [waiting, decided] = [
		await author.review(21, { description: PARAGRAPH }),
		await author.review(22, { description: PARAGRAPH }),
	]
	for (const subjectId of [waiting, decided])
		await reader.send('POST', '/reports', { subject: 'review', subjectId, reason: 'spam' })
	const action = { subject: 'review', subjectId: decided, action: 'remove', reason: 'spam' }
	await moderator.send('POST', '/moderation/actions', { ...action, note: PARAGRAPH })
	await author.send('POST', '/game-suggestions', {
		name: `Harbor of Small Lights ${author.username}`,
		releaseYear: 2011,
		platforms: ['PC'],
		url: 'https://example.org/harbor',
		note: 'Half of my friends have finished it.',
	})
	await moderator.send('PUT', '/moderation/games/22', { aliases: ['Harbor of Small Lights'] })
}

/** Fills the library of somebody with every kind of entry, and the feed and the bell with what others do. */
export async function fillLibrary(site: SiteProcess, member: Person): Promise<void> {
	const friend = await registerPerson(site, newUsername('friend'))
	const day = new Date().toISOString().slice(0, 10)
	const statuses = ['playing', 'playing', 'playing', 'playing', 'backlog', 'backlog', 'finished', 'paused', 'abandoned']
	for (const [index, status] of statuses.entries())
		await member.send('PUT', `/library/${30 + index}`, { status, ...(index % 2 ? { rating: 4.5 } : {}) })
	for (const minutes of [35, 70]) await member.send('POST', '/library/30/sessions', { day, minutes })
	await member.send('POST', '/library/36/plays', { outcome: 'finished', endedOn: day, minutes: 640 })
	await member.send('PUT', '/library/41', { isWished: true })
	await member.send('PUT', '/library/favorites', { gameIds: [celeste, 30, 36] })
	await member.send('PUT', '/reviews/drafts/31', { description: PARAGRAPH })
	await member.send('POST', '/follows', { followedId: friend.id })
	await friend.send('POST', '/follows', { followedId: member.id })
	const review = await friend.review(31, { description: PARAGRAPH.repeat(2).trim() })
	await friend.send('PUT', '/library/32', { status: 'finished', rating: 4 })
	await friend.send('PUT', '/library/33', { status: 'playing' })
	await friend.review(celeste, {
		rating: 3.5,
		description: 'The mountain does care. It cared about me on every screen.',
	})
	await member.comment(review, 'Not after the fortieth try.')
}
