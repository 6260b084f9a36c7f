import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { updateProfile } from '#contract/profile.ts'
import { BARE_ENV } from '#kit/bare-env.ts'
import { HOSTILE_ADDRESSES, HOSTILE_MARKUP, packTexts } from '#kit/hostile-markup.ts'
import {
	createDataLocation,
	createTransport,
	type DataLocation,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { getDirectPlace, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { call } from '#web/app/api-client.ts'
import { type Person, registerPerson } from './people.ts'

/** A running site in which every text, from users and catalogs, is hostile. */
export interface HostileSite extends AsyncDisposable {
	site: SiteProcess
	author: Person
	/** A follower of the author, who gets notifications about them. */
	follower: Person
	/** Public paths of all content. */
	screens: string[]
	/** One path of each kind; together they contain every text at least once. */
	dense: string[]
	/** Paths that only the author can open. */
	ownScreens: string[]
}

const PLATFORM = '<img src=x onerror=alert(1)>'

/** Starts the site and fills it with hostile texts. */
export async function startHostileSite(): Promise<HostileSite> {
	const place = await createDataLocation('migrated')
	try {
		const games = await importGames(place)
		const site = await startProcess(place)
		const filled = await fillSite(site, games)
		return {
			site,
			...filled,
			async [Symbol.asyncDispose]() {
				await site[Symbol.asyncDispose]()
				await place[Symbol.asyncDispose]()
			},
		}
	} catch (error) {
		await place[Symbol.asyncDispose]()
		throw error
	}
}

/** Imports games with hostile texts, then sets the website URLs of one directly in the database. */
async function importGames(place: DataLocation): Promise<number[]> {
	const names = packTexts(HOSTILE_MARKUP, 200)
	// The importer strips HTML; escaped markup is kept as text
	const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
	const words = packTexts(HOSTILE_MARKUP, 120).map(escaped)
	const records = names.map((name, index) => ({
		sourceId: `hostile:${index}`,
		name: escaped(name),
		developers: [words[index % words.length]],
		publishers: [words[(index + 1) % words.length]],
		genres: words.slice(index % words.length, (index % words.length) + 3),
		gameModes: [words[(index + 2) % words.length]],
		platforms: [escaped(PLATFORM)],
		summary: escaped(packTexts(HOSTILE_MARKUP, 2_000)[index % 3] ?? ''),
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
	await promisify(execFile)(process.execPath, ['src/catalog.ts', 'import', file], {
		cwd: path.resolve(import.meta.dirname, '../../..'),
		env: { ...BARE_ENV, ...place.env },
	})
	const database = await openDatabase(getDirectPlace(readConfig(place.env)))
	const websites = JSON.stringify(HOSTILE_ADDRESSES.map((url) => ({ url, category: 'official' })))
	await database.db.updateTable('games').set({ websites }).where('source_id', '=', 'hostile:0').execute()
	const rows = await database.db.selectFrom('games').select('id').orderBy('id').execute()
	await database.close()
	return rows.map(({ id }) => id)
}

/** Writes the texts into every field that users can write. */
async function fillSite(site: SiteProcess, games: readonly number[]) {
	const [author, reader, follower] = await Promise.all(
		['author', 'reader', 'follower'].map((name) => registerPerson(site, name)),
	)
	if (!author || !reader || !follower) throw new Error('A user is missing')
	await follower.send('POST', '/follows', { followedId: author.id })
	const [first = 0] = games
	const screens = ['/', '/games', '/reviews', `/reviews?gameId=${first}`, '/users', '/users?period=all']
	screens.push(...games.map((id) => `/games/${id}`), '/author/reviews', '/author/lists')
	const ownScreens = ['/settings', '/profile', `/games/${games[1]}/review`]

	const review = { rating: 4, platform: PLATFORM, description: HOSTILE_MARKUP.join('\n') }
	const { id } = (await author.send('POST', '/reviews', { gameId: first, ...review })) as { id: string }
	screens.push(`/reviews/${id}`)
	ownScreens.push(`/games/${first}/review?edit=${id}`)
	for (const content of packTexts(HOSTILE_MARKUP, 2_000)) {
		await reader.send('POST', '/comments', { reviewId: id, content })
		await author.send('POST', '/comments', { reviewId: id, content })
	}
	await reader.send('POST', `/reviews/${id}/like`)
	await reader.send('POST', '/reviews/seen', { impressions: [id], views: [id] })

	const lists: string[] = []
	const notes = packTexts(HOSTILE_MARKUP, 1_000)
	const descriptions = packTexts(HOSTILE_MARKUP, 2_000)
	for (const [index, title] of packTexts(HOSTILE_MARKUP, 120).entries()) {
		const listed = games.map((gameId, place) => ({ gameId, notes: notes[place % notes.length] }))
		const body = { title, description: descriptions[index % descriptions.length], games: index < 2 ? listed : [] }
		const list = (await author.send('POST', '/lists', body)) as { id: string }
		lists.push(list.id)
	}
	screens.push(...lists.map((list) => `/list/${list}`))
	ownScreens.push(`/list/edit/${lists[0]}`)
	const bios = packTexts(HOSTILE_MARKUP, 500)
	const names = packTexts(HOSTILE_MARKUP, 80)
	for (const [index, bio] of bios.entries()) {
		const person = index === 0 ? author : await registerPerson(site, `person_${index}`)
		await call(createTransport(site, person.tokens.accessToken), updateProfile, {
			body: { bio, name: names[index] ?? '' },
		})
		screens.push(`/profile/${person.username}`)
	}
	screens.push(...HOSTILE_MARKUP.map((text) => `/search?query=${encodeURIComponent(text)}`))
	const strange = encodeURIComponent(PLATFORM)
	screens.push('/search?query=alert', '/search?query=script&tab=users', `/profile/${strange}`, `/${strange}`)
	const dense = ['/', '/games', '/reviews', '/users?period=all', `/games/${first}`, `/games/${games[1]}`]
	dense.push(`/reviews/${id}`, `/list/${lists[0]}`, '/author/reviews', '/author/lists', '/profile/author')
	dense.push(`/search?query=${strange}`, `/${strange}`, '/login?redirect=javascript:alert(1)')
	return { author, follower, screens, dense, ownScreens }
}
