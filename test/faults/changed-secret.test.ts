import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { getMe } from '#contract/session-tokens.ts'
import { BARE_ENV } from '#kit/bare-env.ts'
import { readContents } from '#kit/database-contents.ts'
import {
	createSeededLocation,
	createTransport,
	type DataLocation,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const NOT_THE_SITES = 'is not the one that the site in this database has had until now'
const ACCEPT = ['src/admin.ts', 'accept-secret', '--yes'] as const

const newSecret = () => ({ SECRET_KEY: randomBytes(32).toString('hex') })

/** Runs a program on a site's data. Returns what it prints, or why it failed. */
function run({ env }: Pick<DataLocation, 'env'>, ...command: readonly string[]): Promise<string> {
	return new Promise((resolve) =>
		execFile(process.execPath, [...command], { env: { ...BARE_ENV, ...env } }, (error, stdout, stderr) =>
			resolve(error ? `Failed: ${stderr}` : stdout),
		),
	)
}

/** Starts the site and returns it, or the sentence of its failure. */
function start(place: Pick<DataLocation, 'env'>): Promise<SiteProcess | string> {
	return startProcess(place as DataLocation).catch((error: Error) => error.message)
}

async function startWell(place: Pick<DataLocation, 'env'>): Promise<SiteProcess> {
	const site = await start(place)
	if (typeof site === 'string') throw new Error(site)
	return site
}

/** Adds settings to a place. */
const withSettings = ({ env }: DataLocation, settings: Record<string, string>) => ({ env: { ...env, ...settings } })

/** A place with a data folder that is empty. */
async function withoutFolder(place: DataLocation): Promise<DataLocation> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-test-'))
	return {
		env: { ...place.env, DATA_DIR: folder },
		[Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
	}
}

test('a start, a command and a backup with another secret say what would be lost, and lose nothing', async () => {
	await using place = await createSeededLocation()
	const before = withSettings(place, newSecret())
	const site = await startWell(before)
	const { id, token } = await registerUser(site, 'Keeper')
	await site.stop()
	const { rows } = await readContents(place.env)

	const after = withSettings(place, newSecret())
	const refused = await start(after)
	expect(refused).toContain(NOT_THE_SITES)
	expect(refused).toMatch(/everyone is logged out.*waiting mails.*push.*links in sent mails.*authenticator apps/)
	expect(refused).toContain('npm run admin -- accept-secret --yes')
	expect(await run(after, 'src/admin.ts', 'role', 'Keeper', 'admin')).toContain(NOT_THE_SITES)
	const file = path.join(place.env.DATA_DIR ?? '', 'site.backup')
	expect(await run(after, 'src/backup.ts', file)).toContain(NOT_THE_SITES)
	expect(existsSync(file)).toBe(false)
	expect((await readContents(place.env)).rows).toEqual(rows)

	await using again = await startWell(before)
	expect(await call(createTransport(again, token), getMe, {})).toMatchObject({ user: { id } })
})

test('a start without the secret makes none, so that the lost one can be put back', async () => {
	await using place = await createSeededLocation()
	await (await startWell(place)).stop()
	const secret = await readFile(path.join(place.env.DATA_DIR ?? '', 'secret'), 'utf8')

	await using empty = await withoutFolder(place)
	expect(await start(empty)).toContain(NOT_THE_SITES)
	expect(await run(empty, 'src/admin.ts', 'accept-secret')).toContain('Add --yes')
	expect(existsSync(path.join(empty.env.DATA_DIR ?? '', 'secret'))).toBe(false)
	await using again = await startWell(withSettings(empty, { SECRET_KEY: secret }))
	expect(again.url).toBeTruthy()
})

test('a new secret is accepted on purpose, while no process has the former one', async () => {
	await using place = await createSeededLocation()
	const [before, after] = [withSettings(place, newSecret()), withSettings(place, newSecret())]
	const site = await startWell(before)
	expect(await run(before, ...ACCEPT)).toBe('This is the secret of the site.\n')
	expect(await run(after, ...ACCEPT)).toMatch(/^Failed: Another secret is in use on this database \(process /)
	await site.stop()
	expect(await run(after, 'src/admin.ts', 'accept-secret')).toMatch(/^Failed: With this secret everyone is logged out/)
	await (await startWell(before)).stop()

	expect(await run(after, ...ACCEPT)).toContain('This is now the secret of the site.')
	expect(await start(before)).toContain(NOT_THE_SITES)
	await using again = await startWell(after)
	await registerUser(again, 'Newcomer')
})

test('a new secret is made where the former one is lost', async () => {
	await using place = await createSeededLocation()
	await (await startWell(place)).stop()
	await using empty = await withoutFolder(place)
	expect(await run(empty, ...ACCEPT)).toContain('This is now the secret of the site.')
	await using again = await startWell(empty)
	expect(again.url).toBeTruthy()
})

test('the first start after an update records the secret that the site has', async () => {
	await using place = await createSeededLocation()
	const before = withSettings(place, newSecret())
	expect(await run(before, ...ACCEPT)).toBe('The site has recorded no secret yet. The next start records this one.\n')
	await (await startWell(before)).stop()
	expect(await start(withSettings(place, newSecret()))).toContain(NOT_THE_SITES)
})
