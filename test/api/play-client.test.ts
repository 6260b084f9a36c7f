// The client in clients/ against the server, as launchers run it: in the strictest shell there is, offline, killed, and twice at once.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { getLibraryEntry } from '#contract/library.ts'
import { listUnmatched, matchClientGame } from '#contract/play-reports.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createToken } from '#contract/tokens.ts'
import { startSite } from '#kit/site.ts'

const CLIENT = fileURLToPath(new URL('../../clients/savepoint-play.sh', import.meta.url))
const DOCUMENT = new URL('../../docs/play-time.md', import.meta.url)
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const SHELLS = ['sh', 'dash', 'bash'].filter(has)
const NOBODY = 'http://127.0.0.1:9'

/** A site, a person's token for play time, and a folder for the client. */
async function setUp() {
	const site = await startSite()
	// The shell has the clock of the machine
	site.time.now = Date.now()
	const ann = await site.register('Ann')
	const { token } = await site.call(createToken, { body: { name: 'Deck', scopes: ['sessions'] } }, ann)
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-client-'))
	const url = await site.app.listen({ host: '127.0.0.1', port: 0 })
	const env = { PATH: process.env['PATH'], HOME: folder, SAVEPOINT_URL: url, SAVEPOINT_TOKEN: token }
	const outputs: string[] = []
	const run = async (shell: string, args: string[], more: Record<string, string> = {}) => {
		const result = await promisify(execFile)(shell, [CLIENT, ...args], { env: { ...env, ...more } }).then(
			(output) => ({ ...output, code: 0 }),
			(error: { stdout: string; stderr: string; code: number }) => error,
		)
		outputs.push(result.stdout, result.stderr)
		return result
	}
	const state = path.join(folder, '.local/state/savepoint-play')
	return {
		...{ site, ann, token, folder, env, run, state },
		queued: async () => (await readdir(path.join(state, 'queue'))).sort(),
		/** Makes what runs older, as nobody waits for half an hour. */
		async age(minutes: number) {
			for (const name of await readdir(path.join(state, 'running'))) {
				const file = path.join(state, 'running', name)
				const [key, , game] = (await readFile(file, 'utf8')).split('\n')
				await writeFile(file, `${key}\n${new Date(Date.now() - minutes * 60_000).toISOString()}\n${game}\n`)
			}
		},
		/** The states of what the account's unmatched games have. */
		unmatched: async () => (await site.call(listUnmatched, {}, ann)).games,
		async [Symbol.asyncDispose]() {
			expect(outputs.join('\n')).not.toContain(token)
			await site[Symbol.asyncDispose]()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

describe.skipIf(!has('curl')).each(SHELLS)('in %s', (shell) => {
	test('a sitting is reported when it ends, and is on the profile until then', async () => {
		await using world = await setUp()
		const { site, ann, run } = world
		const game = ['--name', 'A "quoted" \\ name\nof two lines', '--steam', '620']
		expect(await run(shell, ['start', ...game])).toMatchObject({ code: 0, stdout: '', stderr: '' })
		await expect.poll(async () => (await world.unmatched()).length).toBe(1)
		await world.age(30)
		expect(await run(shell, ['stop', ...game])).toMatchObject({ code: 0, stderr: '' })
		const [unmatched] = await world.unmatched()
		expect(unmatched).toMatchObject({
			client: 'savepoint-play',
			game: { steamAppId: '620', name: 'A "quoted" \\ name of two lines' },
			reportCount: 1,
		})
		const gameId = await site.addGame({ name: 'Portal 2' })
		await site.call(matchClientGame, { params: { id: unmatched?.id ?? '' }, body: { gameId } }, ann)
		expect(await run(shell, ['start', ...game])).toMatchObject({ code: 0 })
		await expect
			.poll(async () => (await site.call(getProfile, { params: { username: 'ann' } })).playingNow?.game.id)
			.toBe(gameId)
		await world.age(45)
		expect(await run(shell, ['stop', ...game])).toMatchObject({ code: 0 })
		expect((await site.call(getLibraryEntry, { params: { gameId } }, ann)).entry?.minutesPlayed).toBe(75)
		expect((await run(shell, ['stop', ...game])).stderr).toContain('this game was not started')
		expect((await run(shell, ['status'])).stdout).toBe('0 running, 0 waiting, 0 refused\n')
	})

	test('what cannot be sent waits, and is sent once, by two at once as well', async () => {
		await using world = await setUp()
		const { run } = world
		const offline = { SAVEPOINT_URL: NOBODY }
		for (const name of ['One', 'Two', 'Three']) {
			await run(shell, ['start', '--name', name], offline)
			await world.age(10)
			const { code, stderr } = await run(shell, ['stop', '--name', name], offline)
			expect([code, stderr]).toEqual([
				0,
				'savepoint-play: the site cannot be reached; your play time waits and will be sent later\n',
			])
		}
		expect(await world.queued()).toHaveLength(3)
		expect((await run(shell, ['send'], { SAVEPOINT_TOKEN: 'sp_wrong' })).stderr).toContain('refuses the token (401)')
		expect(await world.queued()).toHaveLength(3)
		const both = await Promise.all([run(shell, ['send']), run(shell, ['send'])])
		expect(both.map(({ code }) => code)).toEqual([0, 0])
		expect(await world.queued()).toEqual([])
		expect((await world.unmatched()).map(({ reportCount }) => reportCount)).toEqual([1, 1, 1])
	})

	test('a refused report is put aside with its reason', async () => {
		await using world = await setUp()
		const { run } = world
		await run(shell, ['start', '--name', 'Long'])
		await world.age(25 * 60)
		expect((await run(shell, ['stop', '--name', 'Long'])).stderr).toBe(
			'savepoint-play: refused: A session has at most 24 hours\n',
		)
		expect((await run(shell, ['status'])).stdout).toBe('0 running, 0 waiting, 1 refused\n')
	})

	test('run passes on the exit code, and reports what it ran', async () => {
		await using world = await setUp()
		const { code, stdout } = await world.run(shell, ['run', '--name', 'Quick', '--', 'sh', '-c', 'echo played; exit 7'])
		expect([code, stdout]).toEqual([7, 'played\n'])
		// Under 30 seconds are nothing
		expect(await world.queued()).toEqual([])
		expect((await world.unmatched()).map(({ reportCount }) => reportCount)).toEqual([0])
	})

	test('killed at any moment, it loses no report and counts none twice', async () => {
		await using world = await setUp()
		const { run, env } = world
		for (let index = 0; index < 6; index++) {
			await run(shell, ['start', '--name', `Game ${index}`], { SAVEPOINT_URL: NOBODY })
			await world.age(10)
			const stopping = spawn(shell, [CLIENT, 'stop', '--name', `Game ${index}`], { env, stdio: 'ignore' })
			const ended = once(stopping, 'exit')
			// Sooner or later each time, from its start to its end
			for (let turn = 0; turn < index * 4; turn++) await run(shell, ['status'])
			stopping.kill('SIGKILL')
			await ended
			// As the launcher does it again: it had ended, or it ends now
			await run(shell, ['stop', '--name', `Game ${index}`])
		}
		await run(shell, ['send'])
		expect((await world.unmatched()).map(({ game, reportCount }) => [game.name, reportCount]).sort()).toEqual(
			Array.from({ length: 6 }, (_, index) => [`Game ${index}`, 1]),
		)
	})
})

test.skipIf(!has('curl'))('every example of the document about play time works', async () => {
	await using world = await setUp()
	const examples = [...(await readFile(DOCUMENT, 'utf8')).matchAll(/^```bash\n(.*?)^```/gms)].map(
		([, text = '']) => text,
	)
	expect(examples.length).toBeGreaterThan(3)
	const { SAVEPOINT_URL: SITE, SAVEPOINT_TOKEN: TOKEN, ...env } = world.env
	for (const example of examples)
		await promisify(execFile)('bash', ['-euc', example], { env: { ...env, SITE, TOKEN }, cwd: world.folder })
	expect((await world.unmatched()).length + 1).toBeGreaterThan(1)
})

test('the settings of the client are read from its file', async () => {
	await using world = await setUp()
	const config = path.join(world.folder, 'play.conf')
	await writeFile(config, `url=${world.env.SAVEPOINT_URL}\ntoken=${world.token}\nclient=My "Deck"\n`, { mode: 0o600 })
	const none = { SAVEPOINT_URL: '', SAVEPOINT_TOKEN: '' }
	expect((await world.run('sh', ['send'], none)).stderr).toContain('the address or the token is missing')
	const withFile = { ...none, SAVEPOINT_CONFIG: config }
	await world.run('sh', ['start', '--name', 'Celeste'], withFile)
	await world.age(10)
	await world.run('sh', ['stop', '--name', 'Celeste'], withFile)
	expect((await world.unmatched()).map(({ client }) => client)).toEqual(['My "Deck"'])
	expect((await world.run('sh', ['start', '--steam'])).code).toBe(2)
})
