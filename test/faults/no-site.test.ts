import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { BARE_ENV } from '#kit/bare-env.ts'
import { createBundledLocation, createDataLocation, type DataLocation } from '#kit/site-process.ts'

/** Commands that need a site, each with what it is asked to do. */
const COMMANDS: [string, ...string[]][] = [
	['src/recount.ts'],
	['src/catalog.ts', 'unsure'],
	['src/admin.ts', 'role', 'somebody', 'admin'],
	['src/backup.ts', '{folder}/site.backup'],
]
const SECRET_KEY = 'a secret for tests, long enough to be one'

function run({ env }: DataLocation, [program, ...args]: readonly string[]) {
	const folder = env.DATA_DIR ?? ''
	const words = args.map((word) => word.replace('{folder}', path.dirname(folder)))
	return new Promise<{ code: number; printed: string }>((resolve) =>
		execFile(process.execPath, [program ?? '', ...words], { env: { ...BARE_ENV, ...env } }, (error, stdout, stderr) =>
			resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
		),
	)
}

async function query({ env }: DataLocation, statement: string): Promise<Record<string, unknown>[]> {
	const client = new pg.Client(env.DATABASE_URL)
	await client.connect()
	try {
		return (await client.query(statement)).rows
	} finally {
		await client.end()
	}
}

test.each(COMMANDS)('%s makes no site in a folder without one', async (...command) => {
	await using place = await createBundledLocation()
	const { code, printed } = await run(place, command)
	expect([code, printed]).toEqual([
		1,
		expect.stringContaining(`There is no site here: the data folder ${place.env.DATA_DIR}`),
	])
	expect(printed).toContain('DATABASE_URL')
	expect(await readdir(place.env.DATA_DIR ?? '')).toEqual([])
	const missing = { ...place, env: { DATA_DIR: path.join(place.env.DATA_DIR ?? '', 'missing') } }
	expect((await run(missing, command)).code).toBe(1)
	expect(existsSync(missing.env.DATA_DIR)).toBe(false)
})

test.each(COMMANDS)('%s makes no site in a database without one', async (...command) => {
	await using place = await createDataLocation()
	const { code, printed } = await run({ ...place, env: { ...place.env, SECRET_KEY } }, command)
	expect([code, printed]).toEqual([1, expect.stringContaining('There is no site in the database.')])
	expect(await query(place, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
})

test.each(COMMANDS.filter(([program]) => program !== 'src/backup.ts'))(
	'%s leaves the database of an earlier version as it is',
	async (...command) => {
		await using place = await createDataLocation('migrated')
		const readSets = () => query(place, `select obj_description('schema_migrations'::regclass) as sets`)
		await query(place, `comment on table schema_migrations is 'of_an_earlier_version'`)
		const before = await readSets()
		const { code, printed } = await run({ ...place, env: { ...place.env, SECRET_KEY } }, command)
		expect([code, printed]).toEqual([1, expect.stringContaining('Start the site, which brings it up to date')])
		expect(await readSets()).toEqual(before)
	},
)
