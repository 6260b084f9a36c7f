/**
 * Each starts drawing processes.
 *
 * @module-tag ci
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDrawingProcess } from './drawing-process.ts'

const PROGRAM = `
process.on('message', async (request) => {
	if (request === 'loop') for (;;);
	if (request === 'fail') throw new Error('The request failed')
	if (request === 'exit') process.exit()
	process.send(request === 'pid' ? process.pid : Buffer.from('<svg>' + request + '</svg>'))
})`

let folder: string
let program: URL

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'savepoint-drawing-'))
	const file = path.join(folder, 'program.mjs')
	await writeFile(file, PROGRAM)
	program = pathToFileURL(file)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const isRunning = (pid: number) => {
	try {
		return process.kill(pid, 0)
	} catch {
		return false
	}
}

test('a picture that takes too long ends the process, and the next one starts another', async () => {
	const timeout = { ms: 5_000, createError: () => new Error('Too long') }
	const drawing = createDrawingProcess<string, Buffer>(program, { timeout })
	await expect(drawing.draw('loop')).rejects.toThrow('Too long')
	expect(String(await drawing.draw('one'))).toBe('<svg>one</svg>')
	await drawing.close()
})

test('a failed picture tells its reason, and the next one is drawn', async () => {
	const drawing = createDrawingProcess<string, Buffer>(program)
	await expect(drawing.draw('fail')).rejects.toThrow('The request failed')
	expect(String(await drawing.draw('one'))).toBe('<svg>one</svg>')
	await expect(drawing.draw('exit')).rejects.toThrow('The drawing process exited')
	expect(String(await drawing.draw('two'))).toBe('<svg>two</svg>')
	await drawing.close()
})

test('the process ends once it idles, and the next picture starts another', async () => {
	const drawing = createDrawingProcess<string, number>(program, { idleMs: 50 })
	const first = await drawing.draw('pid')
	await expect.poll(() => isRunning(first)).toBe(false)
	expect(await drawing.draw('pid')).not.toBe(first)
	await drawing.close()
})

test('closing ends the process', async () => {
	const drawing = createDrawingProcess<string, number>(program)
	const pid = await drawing.draw('pid')
	await drawing.close()
	expect(isRunning(pid)).toBe(false)
})
