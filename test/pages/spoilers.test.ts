/**
 * Every page, searched for hidden words.
 *
 * @module-tag ci
 */
import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { getGame } from '#contract/games.ts'
import { createSeededLocation, createTransport, registerUser, startProcess } from '#kit/site-process.ts'
import { findHiddenWords, writeSpoilers } from '#kit/spoilers.ts'
import { call } from '#web/app/api-client.ts'
import { routes } from '#web/app/routes.tsx'

type Ids = Awaited<ReturnType<typeof writeSpoilers<'reader'>>> & { game: number }

/** An address of every page; a new one without a row fails the test. */
const PAGES: Readonly<Record<string, (ids: Ids) => string[]>> = {
	home: () => ['/'],
	login: () => ['/login'],
	welcome: () => ['/welcome'],
	games: () => ['/games'],
	upcoming: () => ['/games/upcoming', '/games/upcoming?month=1998-11'],
	game: ({ game }) => [`/games/${game}`],
	series: () => ['/series/lantern-hollow'],
	'game-history': ({ game }) => [`/games/${game}/history`],
	'review-form': ({ game }) => [`/games/${game}/review`],
	reviews: () => ['/reviews', '/reviews?search=hush', '/reviews?page=1'],
	review: ({ flagged, spanned, hosted }) => [flagged, spanned, hosted].map((id) => `/reviews/${id}`),
	users: () => ['/users?period=all'],
	'own-profile': () => ['/profile'],
	profile: () => ['/profile/author'],
	'user-reviews': () => ['/author/reviews'],
	'user-lists': () => ['/author/lists'],
	'user-library': () => ['/author/games'],
	'user-diary': () => ['/author/diary'],
	'user-stats': () => ['/author/stats'],
	'user-year': () => ['/author/year/2026'],
	feed: () => ['/feed'],
	'list-form': () => ['/list'],
	lists: () => ['/lists', '/lists?sortBy=createdAt', '/lists?period=all'],
	list: ({ list }) => [`/list/${list}`],
	'list-form-edit': ({ list }) => [`/list/edit/${list}`],
	search: () => ['/search?q=hush'],
	'select-username': () => ['/select-username'],
	settings: () => ['/settings'],
	'play-reports': () => ['/settings/sessions'],
	next: () => ['/next'],
	recommendations: () => ['/recommendations'],
	imports: () => ['/imports', '/imports/00000000-0000-7000-8000-000000000000'],
	'forgot-password': () => ['/forgot-password'],
	'reset-password': () => ['/reset-password'],
	'verify-email': () => ['/verify-email'],
	'confirm-request': () => ['/confirm-request'],
	'confirm-report': () => ['/confirm-report'],
	'oauth-landing': () => ['/oauth/callback'],
	'data-deletion-status': () => ['/data-deletion-status'],
	unsubscribe: () => ['/unsubscribe'],
	about: () => ['/about'],
	admin: () => ['/admin', '/admin/people'],
	appeal: () => ['/appeal/00000000-0000-7000-8000-000000000000'],
	transparency: () => ['/transparency'],
	popularity: () => ['/popularity'],
	rules: () => ['/rules'],
	join: () => ['/join/none'],
	'privacy-policy': () => ['/privacy-policy'],
	'not-found': () => ['/nowhere/at/all'],
}

const FILES = [
	'/feeds/reviews.atom',
	'/feeds/users/author.atom',
	'/sitemap.xml',
	'/sitemaps/pages.xml',
	'/sitemaps/browse.xml',
	'/feeds/calendar.ics',
	'/sitemap.xml',
	'/sitemaps/pages.xml',
	'/robots.txt',
]

const listIds = (table: readonly RouteObject[]): string[] =>
	table.flatMap(({ id, children }) => (children ? listIds(children) : id === undefined ? [] : [id]))

test('no page, and nothing in one that only machines read, has a hidden word', { timeout: 300_000 }, async () => {
	expect(Object.keys(PAGES).sort()).toEqual(listIds(routes).sort())
	await using place = await createSeededLocation()
	await using site = await startProcess(place)
	const tokens: Record<string, string> = {}
	const users: Record<string, { id: string; username: string }> = {}
	for (const username of ['author', 'host', 'reader']) {
		const { id, token } = await registerUser(site, username)
		tokens[username] = token
		users[username] = { id, username }
	}
	const games = await Promise.all(
		[1, 2].map(async (id) => {
			const { data } = await call(createTransport(site), getGame, { params: { id } })
			return { id, platform: data.platforms[0] ?? '' }
		}),
	)
	const ids = await writeSpoilers<'reader'>(
		(name, endpoint, input) => call(createTransport(site, tokens[name]), endpoint, input),
		['reader'],
		users as Record<'author' | 'reader', { id: string; username: string }>,
		games,
	)
	const addresses = [
		...Object.values(PAGES).flatMap((list) => list({ ...ids, game: games[0]?.id ?? 0 })),
		...FILES,
		...[ids.flagged, ids.list].map((id) => `/sitemaps/reviews-${id}.xml`),
	]
	const texts: Record<string, string> = {}
	for (const address of addresses) {
		texts[address] = await (await fetch(site.url + address)).text()
		expect([address, findHiddenWords(texts[address])]).toEqual([address, []])
	}
	// They do have what is not hidden
	for (const address of [`/reviews/${ids.spanned}`, '/reviews', '/author/reviews', '/feeds/users/author.atom'])
		expect([address, texts[address]?.includes('Calm words')]).toEqual([address, true])
	expect(texts[`/list/${ids.list}`]).toContain('Lovely')
	expect(texts[`/reviews/${ids.hosted}`]).toContain('Look')
})
