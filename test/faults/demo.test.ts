import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BARE_ENV } from '#kit/bare-env.ts'
import { startProcess } from '#kit/site-process.ts'
import { MEMBER, PASSWORD } from '../../demo/content.ts'
import { claimFolder, markFilled } from '../../demo/folder.ts'

test('a demonstration that was not filled to its end is started again, says what it is, and later starts as it is', async () => {
	await using place = await newPlace()
	await mkdir(path.join(place.demo, 'postgres'), { recursive: true })
	await writeFile(path.join(place.demo, 'postgres', 'PG_VERSION'), 'half a database')
	await writeFile(path.join(place.demo, 'demonstration.json'), '{}')
	const filled = run(place.demo)
	await filled.says(/^This is a demonstration/m)
	expect(filled.output()).toContain('The demonstration was not finished the last time, and is begun anew.')
	expect(filled.output()).toMatch(/^Filling it with \d+ people/m)
	expect(filled.output()).toContain(`log in as ${MEMBER} with the password ${PASSWORD}`)
	const url = `http://127.0.0.1:${/localhost:(\d+)/.exec(filled.output())?.[1]}`

	for (const page of ['/', '/games', `/profile/${MEMBER}`, '/login', '/nowhere']) {
		const answer = await fetch(url + page)
		expect([page, answer.headers.get('x-robots-tag')]).toEqual([page, 'noindex, nofollow'])
		const bar = /<aside[^>]*>(.*?)<\/aside>/.exec(await answer.text())?.[1]?.replaceAll(/<!--.*?-->|<[^>]*>/g, '')
		expect([page, bar]).toEqual([page, `This is a demonstration; the people are invented.Look around as ${MEMBER}`])
	}
	expect(await (await fetch(`${url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n')
	const answer = await fetch(`${url}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ identifier: MEMBER, password: PASSWORD }),
	})
	expect(answer.status).toBe(200)

	const second = run(place.demo)
	expect(await second.exit()).toBe(1)
	expect(second.output()).toContain('This demonstration is running already.')
	filled.child.kill('SIGTERM')
	expect(await filled.exit()).toBe(0)

	const again = run(place.demo)
	await again.says(/^This is a demonstration/m)
	expect(again.output()).not.toContain('Filling')
	again.child.kill('SIGTERM')
	expect(await again.exit()).toBe(0)
})

test('what was filled a week ago is removed, what was filled later is not', async () => {
	await using place = await newPlace()
	const WEEK_MS = 7 * 24 * 60 * 60_000
	expect(await claimFolder(place.demo, 0)).toBe('new')
	await writeFile(path.join(place.demo, 'secret'), '')
	await markFilled(place.demo, 1_000)
	expect(await claimFolder(place.demo, 999 + WEEK_MS)).toBe('filled')
	expect((await readdir(place.demo)).sort()).toEqual(['demonstration.json', 'secret'])
	expect(await claimFolder(place.demo, 1_000 + WEEK_MS)).toBe('old')
	expect(await readdir(place.demo)).toEqual(['demonstration.json'])
	expect(await claimFolder(place.demo, 1_000 + WEEK_MS)).toBe('unfinished')
})

test('a folder that holds anything else is left as it is', async () => {
	await using place = await newPlace()
	await mkdir(path.join(place.demo, 'postgres'), { recursive: true })
	await writeFile(path.join(place.demo, 'secret'), 'of a real site')
	const refused = run(place.demo)
	expect(await refused.exit()).toBe(1)
	expect(refused.output()).toBe(
		`${place.demo} holds something else than a demonstration, and is left as it is. Name a folder that is empty or not there yet: npm run demo -- ./elsewhere\n`,
	)
	expect((await readdir(place.demo)).sort()).toEqual(['postgres', 'secret'])
})

test('a real site and a demonstration never share a folder', async () => {
	await using place = await newPlace()
	const own = run(place.demo, { DATA_DIR: place.demo })
	expect(await own.exit()).toBe(1)
	expect(own.output()).toContain(`${place.demo} is the folder of your own site.`)
	await claimFolder(place.demo, 0)
	const real = startProcess({ env: { DATA_DIR: place.demo }, async [Symbol.asyncDispose]() {} })
	await expect(real).rejects.toThrow('DATA_DIR belongs to a demo')
	expect(await readdir(place.demo)).toEqual(['demonstration.json'])
})

test('the settings of the real site do not count in a demonstration', async () => {
	await using place = await newPlace()
	const odd = run(place.demo, { PORT: 'many', DATABASE_URL: 'nonsense', SMTP_URL: 'nonsense', SECRET_KEY: 'short' })
	expect(await odd.exit()).toBe(1)
	expect(odd.output()).toMatch(/^The configuration is invalid:\nPORT must be a whole number.*\n$/)
	expect(await run('--help').exit()).toBe(0)
})

async function newPlace() {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-demo-test-'))
	return {
		demo: path.join(folder, 'demo'),
		[Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
	}
}

const running: ChildProcess[] = []
process.on('exit', () => {
	for (const child of running) child.kill('SIGKILL')
})

/** The demonstration in a process of its own, as `npm run demo` runs it once everything is built. */
function run(folder: string, env: Record<string, string> = {}) {
	const child = spawn(process.execPath, ['demo/run.ts', folder], {
		cwd: path.resolve(import.meta.dirname, '../..'),
		env: { ...BARE_ENV, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	running.push(child)
	let printed = ''
	const heard: (() => void)[] = []
	const read = (bytes: Buffer) => {
		printed += bytes.toString()
		for (const listen of heard) listen()
	}
	child.stdout.on('data', read)
	child.stderr.on('data', read)
	const closed = once(child, 'close')
	return {
		child,
		output: () => printed,
		async exit(): Promise<number | null> {
			await closed
			return child.exitCode
		},
		says: (words: RegExp) =>
			new Promise<void>((resolve, reject) => {
				const look = () => words.test(printed) && resolve()
				heard.push(look)
				look()
				void closed.then(() => reject(new Error(`It ended without saying ${words}:\n${printed}`)))
			}),
	}
}
