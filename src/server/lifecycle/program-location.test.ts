import { execFileSync } from 'node:child_process'
import { mkdir, mkdtempDisposable, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { locateProgram } from './program-location.ts'

const PROGRAM = 'console.log([process.argv[1], process.cwd(), import.meta.dirname].join())'

async function addVersion(folder: string, name: string): Promise<void> {
	await mkdir(path.join(folder, name, 'src'), { recursive: true })
	await mkdir(path.join(folder, name, 'node_modules/.bin'), { recursive: true })
	await writeFile(path.join(folder, name, 'src/main.mjs'), PROGRAM)
	await symlink(process.execPath, path.join(folder, name, 'node_modules/.bin/node'))
}

test('a worker runs the version to which the link leads now, in its folder and with its Node', async () => {
	await using temporary = await mkdtempDisposable(path.join(tmpdir(), 'savepoint-versions-'))
	const folder = await realpath(temporary.path)
	await addVersion(folder, 'savepoint-1')
	await addVersion(folder, 'savepoint-2')
	const link = path.join(folder, 'savepoint')
	await symlink('savepoint-1', link)
	const main = path.join(link, 'src/main.mjs')
	// systemd follows the link before the program starts
	const location = locateProgram({ main, folder: path.join(folder, 'savepoint-1'), node: process.execPath })
	await rm(link)
	await symlink('savepoint-2', link)
	await rm(path.join(folder, 'savepoint-1'), { recursive: true })
	const { exec, execPath, cwd } = location
	const second = path.join(folder, 'savepoint-2')
	expect(execPath).toBe(path.join(link, 'node_modules/.bin/node'))
	expect(execFileSync(execPath, [exec], { cwd, encoding: 'utf8' }).trim()).toBe(
		[main, second, path.join(second, 'src')].join(),
	)
})

test('a process keeps its own Node and folder if they are not those of the program', () => {
	const main = path.join(import.meta.dirname, '../../main.ts')
	expect(locateProgram({ main, folder: tmpdir(), node: '/usr/bin/node' })).toEqual({
		exec: main,
		execPath: '/usr/bin/node',
	})
})
