import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { likeReview, listReviews } from '#contract/reviews.ts'
import { getMe } from '#contract/session-tokens.ts'
import { readContents } from '#kit/database-contents.ts'
import { type FilledSite, fillSite } from '#kit/filled-site.ts'
import { runCommand } from '#kit/run-command.ts'
import {
	createBundledLocation,
	createDataLocation,
	createSeededLocation,
	createTransport,
	type DataLocation,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { BACKUP } from '#server/backup/backup-command.ts'
import type { Command } from '#server/backup/command.ts'
import { MOVE } from '#server/backup/move-command.ts'
import { RESTORE } from '#server/backup/restore-command.ts'
import { call } from '#web/app/api-client.ts'

const PASSPHRASE = { BACKUP_PASSPHRASE: 'a passphrase for tests' }
const LIKES_BEFORE_BACKUP = 5
const BACKUP_BEFORE_BASELINE = path.resolve(import.meta.dirname, '../fixtures/before-baseline.backup')

// The tests restore one backup of one site
let place: DataLocation
let filled: FilledSite
let file: string

beforeAll(async () => {
	place = await createSeededLocation()
	filled = await runSite(place, fillSite)
	file = path.join(place.env.DATA_DIR ?? '', 'site.backup')
	expect(await run(BACKUP, [file], place, PASSPHRASE)).toMatch(
		/ rows, 6 files of pictures and the secret; .*, encrypted, /,
	)
}, 120_000)

afterAll(() => place[Symbol.asyncDispose]())

test('a backup is restored with every row, picture and session', { tags: ['trust-17'] }, async () => {
	await using copy = await createDataLocation()
	expect(await run(RESTORE, [file], copy, PASSPHRASE)).toMatch(/^Restored .* rows, 6 files of pictures and the secret/)

	const [original, restored] = [await readContents(place.env), await readContents(copy.env)]
	for (const [table, rows] of Object.entries(original.rows)) expect(restored.rows[table], table).toEqual(rows)
	expect(restored).toEqual(original)
	const pictures = await readPictures(place)
	expect(pictures.size).toBe(6)
	expect(await readPictures(copy)).toEqual(pictures)

	await runSite(copy, async (site) => {
		const [{ id, token, picture }] = filled.members
		expect(await call(createTransport(site, token), getMe, {})).toMatchObject({ user: { id } })
		const answer = await fetch(`${site.url}${picture}`)
		expect(Buffer.from(await answer.arrayBuffer())).toEqual(pictures.get(path.basename(picture)))
	})
})

test('a restore that is refused changes nothing', async () => {
	await using empty = await createDataLocation()
	const restore = (args: string[], env: Record<string, string> = PASSPHRASE) => run(RESTORE, args, empty, env)
	await expect(run(BACKUP, [file], place)).rejects.toThrow('exists already')
	await expect(run(BACKUP, [`${file}.2`], empty)).rejects.toThrow('There is no site in')
	await expect(restore([file], {})).rejects.toThrow('is encrypted')
	await expect(restore([file], { BACKUP_PASSPHRASE: 'not the passphrase' })).rejects.toThrow('The passphrase is wrong')
	await expect(run(RESTORE, [file], place, PASSPHRASE)).rejects.toThrow(/already contains a database|is not empty/)
	expect(await restore([file, '--dry-run'])).toMatch(/^The backup is complete: .* Nothing was changed/)

	const bytes = await readFile(file)
	const cut = path.join(place.env.DATA_DIR ?? '', 'cut.backup')
	await writeFile(cut, bytes.subarray(0, bytes.length - 1_000))
	await expect(restore([cut])).rejects.toThrow(/incomplete|damaged/)
	const secret = { SECRET_KEY: 'another secret of a site, long enough' }
	await expect(restore([file], { ...PASSPHRASE, ...secret })).rejects.toThrow('SECRET_KEY is not the secret')
	expect(await readdir(empty.env.DATA_DIR ?? '')).toEqual([])
	if (empty.env.DATABASE_URL) expect((await readContents(empty.env)).rows).toEqual({})
})

test('a backup of a running site is the site at one moment', { tags: ['trust-17'] }, async () => {
	await using copy = await createDataLocation()
	const later = `${file}.later`
	await runSite(place, async (site) => {
		const writing = new AbortController()
		const likes = likeUntil(writing.signal, site, filled)
		await likes.started
		expect(await run(BACKUP, [later], place)).toMatch(/, not encrypted, /)
		writing.abort()
		expect(await likes.ended).toBeGreaterThan(LIKES_BEFORE_BACKUP)
	})
	expect(await run(RESTORE, [later, '--check'], copy)).toContain('All stored counts are correct.')
	const [{ rows: after }, { rows: restored }] = [await readContents(place.env), await readContents(copy.env)]
	const likes = restored.review_likes ?? []
	expect(likes.length).toBeGreaterThanOrEqual(LIKES_BEFORE_BACKUP)
	expect(after.review_likes).toEqual(expect.arrayContaining(likes))
	expect(await readPictures(copy)).toEqual(await readPictures(place))
})

test('a site moves from a server to a folder and back, row by row', async () => {
	await using folder = await createBundledLocation()
	await using back = await createDataLocation()
	await runSite(place, () =>
		expect(run(MOVE, [folder.env.DATA_DIR ?? ''], place)).rejects.toThrow('The site is running'),
	)
	const original = await readContents(place.env)
	expect(await run(MOVE, [folder.env.DATA_DIR ?? ''], place)).toContain(`set DATA_DIR=${folder.env.DATA_DIR}`)
	expect((await readContents(folder.env)).rows).toEqual(original.rows)
	expect(await readPictures(folder)).toEqual(await readPictures(place))

	const moved = await run(MOVE, [back.env.DATABASE_URL ?? ''], folder)
	expect(moved).toContain('set DATABASE_URL to that address. Keep DATA_DIR')
	expect(await readContents({ DATABASE_URL: back.env.DATABASE_URL ?? '' })).toEqual(original)
	// The source is as it was
	expect((await readContents(folder.env)).rows).toEqual(original.rows)
})

// Made by commit 57f6fd14, the last one before the baseline, on a site that was filled like the one above, with 30 games
test('a backup from before the baseline is restored with its rows and pictures', async () => {
	await using copy = await createBundledLocation()
	const restored = await run(RESTORE, [BACKUP_BEFORE_BASELINE, '--check'], copy)
	expect(restored).toMatch(/^Restored 772 rows, 6 files of pictures and the secret/)
	expect(restored).toContain('All stored counts are correct.')
	await runSite(copy, async (site) => {
		const { reviews } = await call(createTransport(site), listReviews, { query: { limit: 50 } })
		expect(reviews.map(({ user }) => user.username).sort()).toEqual(['ada', 'ada', 'ada', 'ben', 'ben'])
		const picture = reviews[0]?.user.profilePicture ?? ''
		expect((await fetch(site.url + picture)).status).toBe(200)
	})
})

/** Starts a site, runs `work` with it, and stops it. */
async function runSite<T>(place: DataLocation, work: (site: SiteProcess) => Promise<T>): Promise<T> {
	await using site = await startProcess(place)
	const result = await work(site)
	expect(await site.stop()).toBe(0)
	return result
}

/** Runs a command on a site with more settings, and returns what it prints. */
function run(
	command: Command,
	args: string[],
	{ env }: Pick<DataLocation, 'env'>,
	more: Record<string, string> = {},
): Promise<string> {
	return runCommand(command, args, { ...env, ...more })
}

/** Likes the first review as new users until the signal, and returns how many have. */
function likeUntil(signal: AbortSignal, site: { url: string }, { reviewIds }: FilledSite) {
	const start = Promise.withResolvers<void>()
	async function like(): Promise<number> {
		for (let count = 0; ; count++) {
			if (count === LIKES_BEFORE_BACKUP) start.resolve()
			if (signal.aborted) return count
			const { token } = await registerUser(site, `fan_${count}`)
			await call(createTransport(site, token), likeReview, { params: { id: reviewIds[0] ?? '' } })
		}
	}
	return { started: start.promise, ended: like() }
}

async function readPictures({ env }: Pick<DataLocation, 'env'>): Promise<Map<string, Buffer>> {
	const folder = path.join(env.DATA_DIR ?? '', 'pictures')
	const pictures = new Map<string, Buffer>()
	if (existsSync(folder))
		for (const name of (await readdir(folder)).sort()) pictures.set(name, await readFile(path.join(folder, name)))
	return pictures
}
