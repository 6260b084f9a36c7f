// What every page says without scripts: to search engines, to previews of links, to readers.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getGame } from '#contract/games.ts'
import { createReview } from '#contract/reviews.ts'
import {
	createSeededLocation,
	createTransport,
	type DataLocation,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { loadBuiltinCatalog } from '#server/catalog/builtin.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { call } from '#web/app/api-client.ts'

let place: DataLocation
let site: SiteProcess

beforeAll(async () => {
	place = await createSeededLocation()
	await mergeGameInto(1)
	site = await startProcess(place, { PUBLIC_URL: 'https://games.example' })
	await fetch(`${site.url}/api/auth/register`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ username: 'Rendered_One', email: 'one@example.org', password: 'Correct1Horse' }),
	})
})

afterAll(async () => {
	await site?.stop()
	await place?.[Symbol.asyncDispose]()
})

const MERGED = 900_000
const BUILTIN = readFileSync('catalog/games.jsonl', 'utf8').trimEnd().split('\n').length

/** Makes a game that once was there a part of another one. */
async function mergeGameInto(gameId: number): Promise<void> {
	const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.env
	const { db, close } = await openDatabase(url === undefined ? { folder } : { url, statementTimeoutMs: 0 })
	await migrate(db)
	await loadBuiltinCatalog(db, Date.now, () => {})
	await db.insertInto('merged_games').values({ id: MERGED, game_id: gameId }).execute()
	await close()
}

/** A page as a first visit gets it. */
const open = (address: string, headers: Record<string, string> = {}) =>
	fetch(`${site.url}${address}`, { headers, redirect: 'manual' })

test('a new site tells visitors how many games wait for the first review', async () => {
	const html = await (await open('/')).text()
	expect(html.replaceAll('<!-- -->', '')).toContain(
		`${BUILTIN.toLocaleString('en-US')} games are waiting. No reviews yet: be the first to write one.`,
	)
})

test.each([
	['/', 'Discover Your Next Favorite Game', '<title>'],
	['/games', 'Popular Games', '"@type":"ItemList"'],
	['/games/1', '<h1', '"@type":"VideoGame"'],
	['/reviews', 'Game Reviews', '<title>'],
	['/users', 'Popular Users', '"@type":"ItemList"'],
	['/profile/Rendered_One', 'Rendered_One', '"@type":"ProfilePage"'],
	['/Rendered_One/reviews', 'No reviews yet.', 'application/atom+xml'],
	['/Rendered_One/lists', 'No lists yet.', '<title>'],
	['/about', '<h1', '<title>'],
	['/privacy-policy', 'Privacy Policy', '<title>'],
	['/transparency', 'Transparency', '<title>'],
	['/popularity', 'Popularity', '<title>'],
])('%s answers its first request with content, head tags and status 200', async (address, content, head) => {
	const answer = await open(address)
	const html = await answer.text()
	expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
	expect(html).toContain(content)
	expect(html).toContain(head)
	expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
	expect(html).toMatch(/<link rel="canonical" href="https:\/\/games\.example\//)
	expect(html).toMatch(/<meta property="og:title"/)
	expect(html).not.toContain('style="')
})

test.each([
	'/nowhere',
	'/games/999999',
	'/games/abc',
	'/reviews/00000000-0000-7000-8000-000000000000',
	'/reviews/x',
	'/reviews?gameId=999999',
	'/profile/nobody_here',
	'/nobody_here/reviews',
	'/nobody_here/lists',
	'/games/lists',
	'/settings/reviews',
	`/profile/${'x'.repeat(300)}`,
	'/profile/%00',
	'/list/00000000-0000-7000-8000-000000000000',
	'/list/x',
	'/list/edit/00000000-0000-7000-8000-000000000000',
])('%s answers 404 with a page', async (address) => {
	const answer = await open(address)
	expect(answer.status).toBe(404)
	expect(await answer.text()).toContain('</html>')
})

/** Expects the tags of a share picture, whose address is current: server and client know the same mark. */
async function expectSharePicture(html: string, subject: string, alt: string): Promise<void> {
	const [, address = ''] = /<meta property="og:image" content="https:\/\/games\.example([^"]+)"/.exec(html) ?? []
	expect(address).toMatch(new RegExp(`^/share-pictures/${subject}/[-\\w]+-[0-9a-f]{16}\\.jpg$`))
	for (const tag of [
		'property="og:image:type" content="image/jpeg"',
		'property="og:image:width" content="1200"',
		'property="og:image:height" content="630"',
		`property="og:image:alt" content="${alt}"`,
		'name="twitter:card" content="summary_large_image"',
		`name="twitter:image" content="https://games.example${address}"`,
		`name="twitter:image:alt" content="${alt}"`,
	])
		expect(html).toContain(tag)
	const picture = await open(address)
	const headers = ['content-type', 'cache-control'].map((name) => picture.headers.get(name))
	expect([picture.status, ...headers]).toEqual([200, 'image/jpeg', 'public, max-age=86400'])
}

const HOME_ALT = 'Savepoint: Discover Your Next Favorite Game. Behind the words, a wall of game covers.'

test.each([
	['/', 'pages', HOME_ALT],
	['/games', 'pages', HOME_ALT],
	['/about', 'pages', HOME_ALT],
	['/games/1', 'games', 'The cover of 1080° Snowboarding, which has no ratings yet.'],
])('%s has a picture for where its link is shared', { tags: ['ci'] }, async (address, subject, alt) => {
	await expectSharePicture(await (await open(address)).text(), subject, alt)
})

test('a review, its author and its game have pictures for where their links are shared', { tags: ['ci'] }, async () => {
	const { id: userId, token } = await registerUser(site, 'sharer')
	const transport = createTransport(site, token)
	const { data } = await call(transport, getGame, { params: { id: 2 } })
	const description = 'Ten <letters> & some more.'
	const body = { gameId: 2, rating: 4.5, platform: data.platforms[0] ?? 'PC', description }
	const { id } = await call(transport, createReview, { body })
	const name = data.name.replaceAll('&', '&amp;')
	await expectSharePicture(
		await (await open(`/reviews/${id}`)).text(),
		'reviews',
		`The cover of ${name}, and 4.5 of 5 stars by sharer: Ten &lt;letters&gt; &amp; some more.`,
	)
	await expectSharePicture(
		await (await open('/games/2')).text(),
		'games',
		`The cover of ${name}, rated 4.5 out of 5 by 1 player.`,
	)
	const profile = await (await open('/profile/sharer')).text()
	expect(profile).toContain(`/share-pictures/users/${userId}-`)
	await expectSharePicture(
		profile,
		'users',
		/og:image:alt" content="(sharer on Savepoint since \w+ \d{4}: 1 review, 0 lists, 0 followers\.)"/.exec(
			profile,
		)?.[1] ?? 'no such tag',
	)
	const [picture = ''] = /\/share-pictures\/users\/[\w-]+\.jpg/.exec(profile) ?? []
	for (const page of ['games', 'diary', 'stats', 'reviews', 'lists'])
		expect(await (await open(`/sharer/${page}`)).text()).toContain(`content="https://games.example${picture}"`)
})

test('the first response of a list has its games in order, its structured data and its picture', async () => {
	const send = async (address: string, body: object, token?: string) => {
		const answer = await fetch(`${site.url}${address}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
			body: JSON.stringify(body),
		})
		return (await answer.json()) as { id: string; tokens: { accessToken: string } }
	}
	const idOf = async (name: string) => {
		const answer = await open(`/api/games/search?query=${encodeURIComponent(name)}`)
		const { games } = (await answer.json()) as { games: { id: number; name: string }[] }
		return games.find((game) => game.name === name)?.id
	}
	const [cyberpunk, celeste] = [await idOf('Cyberpunk 2077'), await idOf('Celeste')]
	const account = { username: 'lister', email: 'lister@example.org', password: 'Correct1Horse' }
	const { tokens } = await send('/api/auth/register', account)
	const { id } = await send(
		'/api/lists',
		{
			title: 'Rainy <days>',
			description: 'Quiet ones.',
			games: [{ gameId: cyberpunk, notes: 'At night.' }, { gameId: celeste }],
		},
		tokens.accessToken,
	)
	const answer = await open(`/list/${id}`)
	const html = await answer.text()
	expect(answer.status).toBe(200)
	expect(html).toContain('<title>Rainy &lt;days&gt;, a list by lister · Savepoint</title>')
	expect(html).toMatch(/<meta name="description" content="Quiet ones\."/)
	expect(html).toContain(`<link rel="canonical" href="https://games.example/list/${id}"`)
	await expectSharePicture(html, 'lists', 'Rainy &lt;days&gt;. A list of 2 games by lister: Cyberpunk 2077, Celeste.')
	for (const text of ['Created by', 'Games in this List (2)', 'At night.', 'CD Projekt Red', '/profile/lister'])
		expect(html).toContain(text)
	expect(html.indexOf('Cyberpunk 2077')).toBeLessThan(html.indexOf('Celeste'))
	expect(html).not.toContain('style="')
	const data = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
	expect(data).toMatchObject({
		'@type': 'ItemList',
		name: 'Rainy <days>',
		numberOfItems: 2,
		itemListElement: [
			{ position: 1, name: 'Cyberpunk 2077', url: `https://games.example/games/${cyberpunk}` },
			{ position: 2, name: 'Celeste', url: `https://games.example/games/${celeste}` },
		],
	})
})

test('a trailing slash redirects permanently', async () => {
	const answer = await open('/games/?period=all')
	expect([answer.status, answer.headers.get('location')]).toEqual([308, '/games?period=all'])
})

test('the URL of a merged game redirects permanently to the other game', async () => {
	const answer = await open(`/games/${MERGED}?sortBy=likes`)
	expect([answer.status, answer.headers.get('location')]).toEqual([301, '/games/1?sortBy=likes'])
	const { data } = (await (await open(`/api/games/${MERGED}`)).json()) as { data: { id: number } }
	expect(data.id).toBe(1)
	expect((await open(`/reviews?gameId=${MERGED}`)).status).toBe(200)
})

test('a profile under another spelling links to the canonical one, as a visitor sees it', async () => {
	const html = await (await open('/profile/rendered_ONE')).text()
	expect(html).toContain('<link rel="canonical" href="https://games.example/profile/Rendered_One"')
	expect(html).toContain('property="og:type" content="profile"')
	expect(html).not.toContain('Edit Profile')
})

test('an unchanged page returns 304 for its ETag', async () => {
	const first = await open('/about')
	const again = await open('/about', { 'if-none-match': first.headers.get('etag') ?? '' })
	expect([again.status, await again.text()]).toEqual([304, ''])
})

test('a page is compressed if the client accepts it', async () => {
	for (const encoding of ['br', 'gzip']) {
		const answer = await open('/', { 'accept-encoding': encoding })
		expect(answer.headers.get('content-encoding')).toBe(encoding)
		expect(await answer.text()).toContain('</html>')
	}
})

test('a forged Host or forwarded header does not appear in a page', { tags: ['trust-29'] }, async () => {
	const html = await (
		await open('/games?period=year', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' })
	).text()
	expect(html).not.toContain('evil.example')
	expect(html).toContain('https://games.example/games')
})

test('robots.txt, the sitemap and the feed exist and contain the public URL', async () => {
	const transport = createTransport(site, (await registerUser(site, 'listed')).token)
	const { data } = await call(transport, getGame, { params: { id: 3 } })
	const body = { gameId: 3, rating: 4, platform: data.platforms[0] ?? 'PC', description: 'Worth every evening.' }
	await call(transport, createReview, { body })
	expect(await (await open('/robots.txt')).text()).toContain('Sitemap: https://games.example/sitemap.xml')
	const index = await (await open('/sitemap.xml')).text()
	const parts = [...index.matchAll(/<loc>https:\/\/games\.example(\/[^<]+)<\/loc>/g)].map(([, address = '']) => address)
	const addresses = (await Promise.all(parts.map(async (part) => (await open(part)).text()))).join('')
	expect(addresses.match(/<loc>https:\/\/games\.example\/games\/\d+<\/loc>/g)).toHaveLength(BUILTIN)
	expect(addresses).toContain('<loc>https://games.example/profile/Rendered_One</loc>')
	expect(addresses).toContain('<loc>https://games.example/series/the-legend-of-zelda</loc>')
	// Of those who have games, the library and its statistics
	expect(addresses).not.toContain('/Rendered_One/games')
	for (const page of ['games', 'stats']) expect(addresses).toContain(`<loc>https://games.example/listed/${page}</loc>`)
	const feed = await open('/feeds/reviews.atom')
	expect([feed.status, feed.headers.get('content-type')]).toEqual([
		200,
		expect.stringContaining('application/atom+xml'),
	])
})

test('a page preloads the cover that is its largest content before its scripts, and no other picture', async () => {
	const findPreloads = async (path: string) => {
		const [head = ''] = (await (await open(path)).text()).split('<script type="module"')
		return [...head.matchAll(/<link rel="preload" as="image"[^>]* imageSrcSet="([^" ]+)/g)].map(([, cover]) => cover)
	}
	expect(await findPreloads('/games/1')).toEqual([expect.stringContaining('/art/1/cover-')])
	expect(await findPreloads('/games')).toHaveLength(1)
	expect(await findPreloads('/')).toEqual([])
})

test('the covers of the wall behind the headline wait for the fonts and scripts', async () => {
	const [, wall = ''] =
		/<section[^>]* data-for="visitors">.*?<\/section>/s
			.exec(await (await open('/')).text())?.[0]
			.split('aria-hidden="true"') ?? []
	const covers = wall.match(/<img [^>]*>/g) ?? []
	expect(covers.length).toBeGreaterThan(20)
	for (const cover of covers) expect(cover).toMatch(/ loading="lazy".* fetchPriority="low"/)
})

test("home's document has at most 75 kB, of which its state is at most 5 kB", async () => {
	const html = await (await open('/')).text()
	const [, state = ''] = /id="state">(.*?)<\/script>/s.exec(html) ?? []
	expect(state).toContain('/cover-')
	expect(Buffer.byteLength(state)).toBeLessThan(5_000)
	expect(Buffer.byteLength(html)).toBeLessThan(75_000)
})

test('every page preloads the faces of its first screen, and a review that of what people write', async () => {
	const files = Object.values(
		JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<
			string,
			{ file: string; src?: string }
		>,
	)
	const faces = async (path: string) => {
		const html = await (await open(path)).text()
		return [...html.matchAll(/<link rel="preload" as="font"[^>]* href="\/([^"]*)"/g)].map(
			([, file]) => /([a-z]+)[^/]*$/.exec(files.find((one) => one.file === file)?.src ?? '')?.[1],
		)
	}
	expect(await faces('/')).toEqual(['bricolage', 'hanken'])
	expect(await faces('/games/1')).toEqual(['bricolage', 'hanken'])
	expect(await faces('/reviews/00000000-0000-7000-8000-000000000000')).toEqual(['bricolage', 'hanken', 'literata'])
})

test('the token in the URL of a mailed link or a landing is not rendered, logged or sent to anyone', {
	tags: ['ci'],
}, async () => {
	await using own = await createSeededLocation()
	const talkative = await startProcess(own, { LOG_LEVEL: 'debug' })
	const secret = 'SECRET-9b1f'
	for (const address of [
		'/reset-password',
		'/verify-email',
		'/confirm-request',
		'/confirm-report',
		'/unsubscribe',
		'/oauth/success',
		'/oauth/callback',
		'/Reset-Password',
		'/reset%2Dpassword',
		'/VERIFY%2demail',
		'/Confirm%2Drequest',
		'/OAuth/%73uccess',
	])
		for (const query of [`?token=${secret}`, `?refresh_token=${secret}&error=${secret}`, `/?token=${secret}`]) {
			const answer = await fetch(`${talkative.url}${address}${query}`)
			expect([answer.status, answer.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
			expect(await answer.text()).not.toContain(secret)
		}
	expect(talkative.output()).toContain('"msg":"answered"')
	expect(talkative.output()).not.toContain(secret)
	await talkative.stop()
})

test('the status of a deletion is rendered, and an unknown code returns 404', async () => {
	const { tokens } = await (
		await fetch(`${site.url}/api/auth/register`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ username: 'Rendered_Two', email: 'two@example.org', password: 'Correct1Horse' }),
		})
	).json()
	const { confirmationCode } = await (
		await fetch(`${site.url}/api/auth/account`, {
			method: 'DELETE',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.accessToken}` },
			body: JSON.stringify({ password: 'Correct1Horse' }),
		})
	).json()
	const found = await open(`/data-deletion-status/${confirmationCode}`)
	const html = await found.text()
	expect(found.status).toBe(200)
	expect(html).toContain(confirmationCode)
	expect(html).toContain('Processing date')
	expect(html).toContain('name="robots" content="noindex"')
	for (const address of ['/data-deletion-status', '/data-deletion-status/none']) {
		const missing = await open(address)
		expect([missing.status, (await missing.text()).includes('No deletion request has this code')]).toEqual([404, true])
	}
})
