import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportAccount } from '#contract/export.ts'
import { applyImport, createImport, getImport, undoImport } from '#contract/imports.ts'
import { BARE_ENV } from '#kit/bare-env.ts'
import { createDatabase } from '#kit/database-server.ts'
import { addJsonSource, applyAll, toFile, toItem, toPlay, uploadItems } from '#kit/imports.ts'
import { runWithKills } from '#kit/killed-jobs.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { openDatabase } from '#server/db/connect.ts'
import { recount } from '#server/db/recount.ts'
import type { ImportedItem } from '#server/features/imports/sources/source.ts'

const GAMES = 300
const PLAYS_OF_A_GAME = 2
const LISTS = 25

test('an import and its undo killed at twenty moments write everything once and leave nothing', {
	timeout: 300_000,
}, async () => {
	await using place = await createDatabase('seeded')
	await using site = await startSite({ database: await openDatabase({ url: place.url, connections: 6 }) })
	using _source = addJsonSource()
	const { db } = site.services
	const games = await db.selectFrom('games').select(['name', 'platforms']).orderBy('id').limit(GAMES).execute()
	const items = makeItems(games)
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const before = await readGames(site, ann)
	await applyAll(site, ben, await uploadItems(site, ben, items))
	const wanted = await readGames(site, ben)
	expect(wanted.plays.length).toBeGreaterThan(GAMES)
	expect(wanted.lists).toHaveLength(LISTS)

	const dataDir = await mkdtemp(path.join(tmpdir(), 'savepoint-killed-'))
	try {
		const env = { ...BARE_ENV, DATABASE_URL: place.url, LOG_LEVEL: 'silent', DATA_DIR: dataDir }
		const { id } = await site.call(createImport, { body: { file: toFile(items) } }, ann)
		const params = { id }
		await runWithKills(env, 'imports', { kills: 4, statements: 12 })
		expect((await site.call(getImport, { params }, ann)).state).toBe('preview')
		await site.call(applyImport, { params, body: {} }, ann)
		await runWithKills(env, 'imports', { kills: 8, statements: 25 })
		expect((await site.call(getImport, { params }, ann)).state).toBe('applied')
		expect(await readGames(site, ann)).toEqual(wanted)
		expect(await recount(db)).toEqual([])
		await site.call(undoImport, { params }, ann)
		await runWithKills(env, 'imports', { kills: 8, statements: 25 })
		expect((await site.call(getImport, { params }, ann)).state).toBe('undone')
		expect(await readGames(site, ann)).toEqual(before)
		expect(await recount(db)).toEqual([])
	} finally {
		await rm(dataDir, { recursive: true })
	}
})

function makeItems(games: readonly { name: string; platforms: readonly string[] }[]): ImportedItem[] {
	const ofGame = ({ name, platforms }: (typeof games)[number], index: number) =>
		Array.from({ length: PLAYS_OF_A_GAME }, (_, play) =>
			toItem(name, {
				...{ statuses: ['done'], rating: 4, note: index % 7 ? null : `Note ${index}` },
				...{ addedAt: '2019-02-03T10:00:00Z', changedAt: '2022-02-03T10:00:00Z' },
				favorite: index < 3 ? index + 1 : null,
				plays: [toPlay({ key: `p${play}`, startedOn: `20${10 + play}`, minutes: index + 1 })],
				sessions: [{ key: `s${play}`, day: `2020-05-0${play + 1}`, minutes: 30, note: null }],
				review:
					index % 5 || play
						? null
						: {
								...{ text: `A review of ${name}.`, containsSpoilers: false, platform: platforms[0] ?? null, hours: 2 },
								writtenAt: '2021-04-01T10:00:00Z',
							},
				lists: play ? [] : [{ key: `l${index % LISTS}`, position: index, note: null }],
			}),
		)
	return [
		...games.flatMap(ofGame),
		...Array.from({ length: LISTS }, (_, index) => ({
			...({
				kind: 'list',
				key: `l${index}`,
				title: `List ${index}`,
				description: null,
				visibility: 'private',
			} as const),
			...{ isRanked: true, tags: ['brought'], createdAt: '2020-03-04T00:00:00Z' },
		})),
	]
}

/** What an account has, without ids and times of making. */
async function readGames(site: TestSite, player: Player) {
	const { library, plays, playSessions, reviews, lists, favorites } = await site.call(exportAccount, {}, player)
	const idOf = new Map(plays.map(({ id, gameId, startedOn }) => [id, `${gameId} ${startedOn}`]))
	const byText = <Row>(rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort()
	return {
		library: library.map(({ reviewId, ...entry }) => ({ ...entry, isReviewed: reviewId !== null })),
		plays: byText(plays.map(({ id, ...play }) => play)),
		sessions: byText(playSessions.map(({ id, playId, ...session }) => [session, idOf.get(playId ?? '')])),
		reviews: byText(reviews.map(({ id, ...review }) => review)),
		lists: byText(lists.map(({ id, updatedAt, ...list }) => list)),
		favorites,
	}
}
