// `npm run screens:members`: takes screenshots of what depends on the viewer, at four widths and in both themes, for a
// newcomer, a member of a week and a member of years, into the folder screens-members, which is not committed.

import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import sharp from 'sharp'
import { type Person, registerPerson, send, sessionState } from '#kit/browser/people.ts'
import { countRequests } from '#kit/browser/ready.ts'
import type { SiteProcess } from '#kit/site-process.ts'
import { readContent } from './content.ts'
import { startDemoSite } from './demo-site.ts'
import { waitForIdlePage } from './idle-page.ts'

const folder = new URL('../screens-members/', import.meta.url)
const WIDTHS = [390, 820, 1280, 1920] as const
const THEMES = { night: 'dark', day: 'light' } as const
const SCREENS: Readonly<Record<string, (person: Person, newestReview: string, newestList: string) => string>> = {
	home: () => '/',
	profile: ({ username }) => `/profile/${username}`,
	reviews: ({ username }) => `/${username}/reviews`,
	lists: ({ username }) => `/${username}/lists`,
	review: (_person, review) => `/reviews/${review}`,
	list: (_person, _review, list) => `/list/${list}`,
	settings: () => '/settings',
}
/** What each has made: games reviewed, lists, and games in each list. */
const MEMBERS = {
	newcomer: { username: 'newcomer', reviews: 0, lists: 0, listed: 0 },
	week: { username: 'since_last_week', reviews: 5, lists: 1, listed: 4 },
	years: { username: 'member_of_many_years_and_games', reviews: 900, lists: 40, listed: 120 },
} as const
const WRITTEN_AT_ONCE = 8
const QUALITY = 60

await using demo = await startDemoSite()
const site = { url: demo.origin } as SiteProcess
const texts = readContent().people.flatMap(({ bio }) => (bio ? [bio] : []))
const { data } = await send<{ data: { games: { id: number }[] } }>(site, 'GET', '/games/popular?period=all&limit=50')
const popular = data.games.map(({ id }) => id)
await mkdir(folder, { recursive: true })
for (const [kind, member] of Object.entries(MEMBERS)) {
	const person = await registerPerson(site, member.username)
	const written = await write(person, member)
	for (const [theme, colorScheme] of Object.entries(THEMES))
		for (const width of WIDTHS) {
			console.log(`${kind}, ${theme}, ${width} px…`)
			const context = await demo.browser.newContext({
				baseURL: demo.origin,
				colorScheme,
				reducedMotion: 'reduce',
				viewport: { width, height: 900 },
				storageState: sessionState(demo.origin, person),
			})
			context.on('page', countRequests)
			for (const [name, toPath] of Object.entries(SCREENS))
				await capture(
					context,
					toPath(person, written.review, written.list),
					new URL(`${name}-${kind}-${theme}-${width}.webp`, folder),
				)
			await context.close()
		}
}

/** Writes a member's reviews and lists. Returns the newest of each; of a newcomer, another person's. */
async function write(person: Person, member: (typeof MEMBERS)[keyof typeof MEMBERS]) {
	const others = await send<{ reviews: { id: string }[] }>(site, 'GET', '/reviews?limit=1')
	const lists = await send<{ lists: { id: string }[] }>(site, 'GET', '/lists?username=mira_k&limit=1')
	let [review, list] = [others.reviews[0]?.id ?? '', lists.lists[0]?.id ?? '']
	// Popular games first, then all others
	const games = [...new Set([...popular, ...Array.from({ length: member.reviews + popular.length }, (_, i) => i + 1)])]
	for (let from = 0; from < member.reviews; from += WRITTEN_AT_ONCE)
		[review = review] = await Promise.all(
			games.slice(from, Math.min(from + WRITTEN_AT_ONCE, member.reviews)).map((gameId) =>
				person.review(gameId, {
					rating: 1 + ((gameId * 7) % 9) / 2,
					description: texts[gameId % texts.length]?.padEnd(10, '.') ?? 'Worth every evening.',
				}),
			),
		)
	for (let count = 1; count <= member.lists; count++)
		list = await person.createList({
			title: `Evenings of the year, volume ${count}`,
			description: texts[count % texts.length] ?? '',
			games: games.slice(count, count + member.listed).map((gameId) => ({ gameId })),
		})
	return { review, list }
}

async function capture(context: BrowserContext, path: string, file: URL): Promise<void> {
	const page = await context.newPage()
	await page.goto(path)
	await waitForIdlePage(page)
	const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
	await sharp(picture).webp({ quality: QUALITY }).toFile(fileURLToPath(file))
	await page.close()
}
