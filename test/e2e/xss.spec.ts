import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, expect, test } from '@playwright/test'
import { updateProfile } from '#contract/profile.ts'
import { openDatabase } from '#server/db/connect.ts'
import { call } from '#web/api-client.ts'
import { HOSTILE_ADDRESSES, HOSTILE_MARKUP, packed } from '../hostile-markup.ts'
import { type DataPlace, newDataPlace, type SiteProcess, startProcess, transportTo } from '../process.ts'
import { type Someone, someone } from './someone.ts'

const PAGES_AT_ONCE = 4
const PLATFORM = '<img src=x onerror=alert(1)>'

test('trust case 9: no text or address that people and catalogues bring runs as a script on any screen', async ({
	browser,
}, { project }) => {
	test.skip(project.name !== 'desktop', 'What is markup does not depend on the width')
	test.setTimeout(180_000)
	expect(new Set(HOSTILE_MARKUP).size).toBeGreaterThan(100)
	await expectTextsToBeHarmful(browser)

	await using place = await newDataPlace()
	const games = await importGames(place)
	await using site = await startProcess(place)
	const { author, screens, ownScreens } = await fill(site, games)

	await using visitor = await watched(browser, site)
	await open(visitor, screens)
	await using member = await watched(browser, site, author)
	await open(member, [...ownScreens, ...screens.filter((_, index) => index % 10 === 0)])
	await using trusting = await watched(browser, site, author, { bypassCSP: true })
	await open(trusting, [...ownScreens, ...screens.filter((_, index) => index % 10 === 5)])

	const shown = [visitor, member].map(({ texts }) => [...texts].join('\n')).join('\n')
	expect(HOSTILE_MARKUP.filter((text) => !shown.includes(spaced(text)))).toEqual([])
})

/** On a page that takes them for markup the texts do run, and the watch sees it: what is not seen elsewhere is not there. */
async function expectTextsToBeHarmful(browser: Browser): Promise<void> {
	const page = await browser.newPage()
	let ran = 0
	page.on('dialog', (dialog) => {
		ran++
		return dialog.dismiss()
	})
	await page.setContent('<p></p>')
	await page.evaluate((texts) => {
		for (const text of texts) document.body.insertAdjacentHTML('beforeend', `<div>${text}</div>`)
	}, HOSTILE_MARKUP)
	await expect.poll(() => ran).toBeGreaterThan(10)
	await page.close()
}

/** Games whose every text is hostile, through the importer; the addresses of one are then set past it. */
async function importGames(place: DataPlace): Promise<number[]> {
	const names = packed(HOSTILE_MARKUP, 200)
	// the importer takes HTML out of what it reads; what is escaped there is the text itself
	const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
	const words = packed(HOSTILE_MARKUP, 120).map(escaped)
	const records = names.map((name, index) => ({
		sourceId: `hostile:${index}`,
		name: escaped(name),
		developers: [words[index % words.length]],
		publishers: [words[(index + 1) % words.length]],
		genres: words.slice(index % words.length, (index % words.length) + 3),
		gameModes: [words[(index + 2) % words.length]],
		platforms: [escaped(PLATFORM)],
		summary: escaped(packed(HOSTILE_MARKUP, 2_000)[index % 3] ?? ''),
		storyline: HOSTILE_MARKUP.join('\n'),
		description: escaped(HOSTILE_MARKUP.join(' ')),
		cover: HOSTILE_ADDRESSES[index % HOSTILE_ADDRESSES.length],
		screenshots: HOSTILE_ADDRESSES,
		websites: [...HOSTILE_ADDRESSES, 'https://games.example/"onmouseover="alert(1)'].map((url) => ({
			url,
			category: words[index % words.length],
		})),
	}))
	const file = path.join(place.env.DATA_DIR ?? '', 'hostile.jsonl')
	await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'))
	await promisify(execFile)(process.execPath, ['src/catalogue.ts', 'import', file], {
		cwd: path.resolve(import.meta.dirname, '../..'),
		env: { PATH: process.env.PATH, ...place.env },
	})
	const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.env
	const database = await openDatabase(url === undefined ? { folder } : { url })
	const websites = JSON.stringify(HOSTILE_ADDRESSES.map((url) => ({ url, category: 'official' })))
	await database.db.updateTable('games').set({ websites }).where('source_id', '=', 'hostile:0').execute()
	const rows = await database.db.selectFrom('games').select('id').orderBy('id').execute()
	await database.close()
	return rows.map(({ id }) => id)
}

interface Filled {
	author: Someone
	/** The paths that show what was written, to anyone. */
	screens: string[]
	/** And those that only its author sees. */
	ownScreens: string[]
}

/** Writes the texts wherever people write. */
async function fill(site: SiteProcess, games: readonly number[]): Promise<Filled> {
	const author = await someone(site, 'author')
	const reader = await someone(site, 'reader')
	const [first = 0] = games
	const screens = ['/', '/games', '/reviews', `/reviews?gameId=${first}`, '/users', '/users?period=all']
	screens.push(...games.map((id) => `/games/${id}`))
	const ownScreens = ['/settings', '/profile', `/games/${games[1]}/review`]

	const review = { rating: 4, platform: PLATFORM, description: HOSTILE_MARKUP.join('\n') }
	const { id } = (await author.does('POST', '/reviews', { gameId: first, ...review })) as { id: string }
	screens.push(`/reviews/${id}`)
	ownScreens.push(`/games/${first}/review?edit=${id}`)
	for (const content of packed(HOSTILE_MARKUP, 2_000)) await reader.does('POST', '/comments', { reviewId: id, content })
	await reader.does('POST', `/reviews/${id}/like`)
	await reader.does('POST', '/reviews/seen', { impressions: [id], views: [id] })

	const notes = packed(HOSTILE_MARKUP, 1_000)
	const descriptions = packed(HOSTILE_MARKUP, 2_000)
	for (const [index, title] of packed(HOSTILE_MARKUP, 120).entries()) {
		const listed = games.slice(0, notes.length).map((gameId, place) => ({ gameId, notes: notes[place] }))
		const body = { title, description: descriptions[index % descriptions.length], games: index < 2 ? listed : [] }
		const list = (await author.does('POST', '/lists', body)) as { id: string }
		screens.push(`/list/${list.id}`)
		if (index < 2) ownScreens.push(`/list/edit/${list.id}`)
	}
	const bios = packed(HOSTILE_MARKUP, 500)
	const names = packed(HOSTILE_MARKUP, 80)
	for (const [index, bio] of bios.entries()) {
		const person = index === 0 ? author : await someone(site, `person_${index}`)
		await call(transportTo(site, person.tokens.accessToken), updateProfile, { body: { bio, name: names[index] ?? '' } })
		screens.push(`/profile/${person.username}`)
	}
	screens.push('/author/reviews', '/author/lists')
	for (const text of HOSTILE_MARKUP.filter((_, index) => index % 16 === 0))
		screens.push(`/search?query=${encodeURIComponent(text)}`)
	screens.push('/search?query=alert', '/search?query=script&tab=users', '/login?redirect=javascript:alert(1)')
	return { author, screens, ownScreens }
}

interface Watched extends AsyncDisposable {
	context: BrowserContext
	origin: string
	/** What must not happen: scripts that ran, broken policies, requests that leave the site. */
	wrong: string[]
	/** The texts that the screens show. */
	texts: Set<string>
}

/** A browser's window on the site in which whatever runs or breaks a policy is noted; signed in where someone is named. */
async function watched(
	browser: Browser,
	site: SiteProcess,
	member?: Someone,
	options: { bypassCSP?: boolean } = {},
): Promise<Watched> {
	const context = await browser.newContext(options)
	const wrong: string[] = []
	context.on('dialog', (dialog) => {
		wrong.push(`A script ran on ${dialog.page()?.url()}`)
		return dialog.dismiss()
	})
	context.on('console', (message) => {
		// refusals and what is not there have a status of 400 and more, which the browser notes
		if (message.text().startsWith('Failed to load resource: the server responded with a status of 4')) return
		if (message.type() === 'error' || message.type() === 'warning')
			wrong.push(`${message.page()?.url()}: ${message.text()}`)
	})
	context.on('weberror', (error) => wrong.push(`${error.page()?.url()}: ${error.error()}`))
	context.on('request', (request) => {
		if (!request.url().startsWith(`${site.url}/`)) wrong.push(`A request left the site: ${request.url()}`)
	})
	if (member) {
		const page = await context.newPage()
		await page.goto(`${site.url}/about`)
		await page.evaluate(
			(kept) => {
				for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value)
			},
			{ accessToken: member.tokens.accessToken, refreshToken: member.tokens.refreshToken, user: member.account },
		)
		await page.close()
	}
	return { context, origin: site.url, wrong, texts: new Set(), [Symbol.asyncDispose]: () => context.close() }
}

/** Opens the screens, some at a time, and looks at what stands on each. */
async function open({ context, origin, wrong, texts }: Watched, paths: readonly string[]): Promise<void> {
	const left = [...paths]
	async function openSome(): Promise<void> {
		const page = await context.newPage()
		for (let path = left.shift(); path !== undefined; path = left.shift()) {
			await page.goto(origin + path)
			await page.waitForLoadState('networkidle')
			const { text, oddities } = await page.evaluate(look)
			texts.add(spaced(text))
			wrong.push(...oddities.map((oddity) => `${path}: ${oddity}`))
		}
		await page.close()
	}
	await Promise.all(Array.from({ length: PAGES_AT_ONCE }, openSome))
	expect(wrong).toEqual([])
}

/** The text of the document, and what of it nobody but a hostile text can have put there. */
function look(): { text: string; oddities: string[] } {
	const oddities: string[] = []
	for (const element of document.querySelectorAll('*')) {
		const name = element.tagName.toLowerCase()
		const isStrange =
			/^(iframe|object|embed|base|portal|marquee|math|frame|applet|template|custom-tag|x|foreignobject)$/.test(name)
		if (isStrange || element.matches('meta[http-equiv]')) oddities.push(element.outerHTML.slice(0, 200))
		for (const attribute of element.attributes) {
			if (/^on/i.test(attribute.name)) oddities.push(`${name} ${attribute.name}=${attribute.value}`)
			if (!/^(href|src|action|formaction|data|poster|xlink:href)$/i.test(attribute.name)) continue
			if (!/^https?:$/.test(new URL(attribute.value, location.href).protocol))
				oddities.push(`${name} ${attribute.name}=${attribute.value}`)
		}
	}
	return { text: document.getElementById('root')?.textContent ?? '', oddities }
}

/** A text as comparison needs it: line ends and control characters are a matter of showing. */
function spaced(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
