import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test, vi } from 'vitest'
import { BARE_ENV } from '#kit/bare-env.ts'
import { createDataLocation } from '#kit/site-process.ts'
import { HELP } from '#server/catalog/command-help.ts'

// Each run is a process that opens the database
vi.setConfig({ testTimeout: 600_000 })

const place = await createDataLocation('migrated')
afterAll(() => place[Symbol.asyncDispose]())
const folder = place.env.DATA_DIR ?? ''
const PATIENCE = { timeout: 300_000, interval: 10 }
const inFolder = (name: string) => path.join(folder, name)

interface Ran {
	code: number | null
	said: string
	complained: string
}

function run(args: readonly string[]): Promise<Ran> {
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			['src/catalog.ts', ...args],
			{ env: { ...BARE_ENV, ...place.env }, maxBuffer: 1e8 },
			(error, said, complained) => resolve({ code: error ? Number(error.code) : 0, said, complained }),
		)
	})
}

const game = (number: number, more: Record<string, unknown> = {}) => ({
	sourceId: `demo:${number}`,
	name: `Lamp ${number}`,
	releaseDate: '1999',
	developers: ['Mossgate Studio'],
	...more,
})

async function file(name: string, games: readonly unknown[]): Promise<string> {
	await writeFile(inFolder(name), games.map((game) => `${JSON.stringify(game)}\n`).join(''))
	return inFolder(name)
}

test('help and errors are printed as sentences', async () => {
	const help = await run(['merge', '--help'])
	expect([help.code, help.said.trimEnd()]).toEqual([0, HELP.merge])
	expect(await run(['import', inFolder('none.jsonl')])).toMatchObject({
		code: 1,
		complained: `No such file: ${inFolder('none.jsonl')}\n`,
	})
})

test('an import that is killed and run again ends as if it had run once, and only one runs at a time', async () => {
	const games = await file(
		'games.jsonl',
		Array.from({ length: 3_000 }, (_, index) => game(index)),
	)
	let isLocked = false
	// At the start, and after more output
	for (const moment of [/^Importing.*\n/m, /^Importing.*\n.+\n/m]) {
		const child = spawn(process.execPath, ['src/catalog.ts', 'import', games], {
			env: { ...BARE_ENV, ...place.env },
			stdio: ['ignore', 'pipe', 'ignore'],
		})
		const ended = new Promise((resolve) => child.once('exit', resolve))
		let said = ''
		child.stdout.on('data', (text) => {
			said += text
		})
		await expect.poll(() => said, PATIENCE).toMatch(moment)
		if (!isLocked) {
			isLocked = true
			child.kill('SIGSTOP')
			const other = await run(['import', games])
			expect([other.code, other.complained]).toEqual([1, expect.stringMatching(/Another import .* is running/)])
			child.kill('SIGCONT')
		}
		child.kill('SIGKILL')
		await ended
	}
	expect(await run(['import', games])).toMatchObject({ code: 0 })
	expect((await run(['export'])).said.trimEnd().split('\n')).toHaveLength(3_000)
})

test('invalid records are reported with their position, the rest is stored, and the exit code tells whether everything was read', async () => {
	const broken = await file('broken.jsonl', [game(1), game(7_000, { releaseDate: '2999-01-01' }), game(7_001)])
	const dryRun = await run(['import', broken, '--dry-run'])
	expect(dryRun.code).toBe(1)
	expect(dryRun.said).toMatch(
		/Refused line 2: The releaseDate "2999-01-01" is out of range\.\nDry run finished in .*: 1 added, 0 changed, 1 unchanged, 1 refused.*\n1 record was refused, and is not in the catalog: see above for where and why\.\nNothing was stored\./,
	)
	expect((await run(['import', broken])).code).toBe(1)
	const cut = inFolder('cut.jsonl.gz')
	const bytes = gzipSync(Array.from({ length: 500 }, (_, index) => JSON.stringify(game(index))).join('\n'))
	await writeFile(cut, bytes.subarray(0, bytes.length / 2))
	const { code, said } = await run(['import', cut])
	expect(code).toBe(1)
	expect(said).toContain('Not everything was read: The compressed file is damaged or truncated.')
})

test('unsure pairs are listed, shown and resolved', async () => {
	const other = await file('other.jsonl', [
		game(1, { sourceId: 'o:1', developers: ['Others'] }),
		game(2, { sourceId: 'o:2', developers: ['Others'], publishers: ['Ninth Pier'] }),
		game(3, { sourceId: 'o:3' }),
	])
	const imported = await run(['import', other, '--source', 'other'])
	expect(imported.said).toMatch(/2 added, 1 merged into existing games, .* 2 unsure/)
	const { said } = await run(['unsure'])
	expect(said).toContain('2 pairs of games may be the same.')
	const settled = [...said.matchAll(/merge (\d+ \d+) {2}or {2}keep-apart/g)].map(([, ids = '']) => ids.split(' '))
	const [first = [], next = []] = settled
	expect((await run(['keep-apart', ...first])).code).toBe(0)
	const merged = await run(['merge', ...next])
	expect(merged.said).toBe(`Game ${next[1]} is now part of game ${next[0]}: 0 reviews and 0 list entries moved.\n`)
	const shown = await run(['show', next[1] ?? ''])
	expect(shown.said).toMatch(new RegExp(`^#${next[0]} Lamp 2 \\(1999\\)`))
	expect(shown.said).toMatch(/Publishers: {3}Ninth Pier[\s\S]*other o:2[\s\S]*Merged ids: {3}#/)
})

test('the images of a game are taken down and restored', async () => {
	// A killed import leaves gaps between the ids
	const [, id = ''] = /^#(\d+) Lamp/m.exec((await run(['show', 'lamp'])).said) ?? []
	expect((await run(['no-image', id])).said).toMatch(/^The images of "Lamp \d+" are taken down\./)
	expect((await run(['no-image', id, '--undo'])).said).toMatch(/^The images of "Lamp \d+" are shown again\.\n$/)
})

test('an export that cannot be written completely fails with a message', async () => {
	if (existsSync('/dev/full'))
		expect(await run(['export', '/dev/full'])).toMatchObject({
			code: 1,
			complained: expect.stringMatching(/^The disk is full/),
		})
})
