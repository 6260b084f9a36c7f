import { expect, test } from 'vitest'
import { createDrawingThread } from './drawing-thread.ts'

const program = (source: string) =>
	new URL(
		`data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', async (request) => { ${source} })`)}`,
	)

const PROGRAM = program(`
	if (request === 'loop') for (;;);
	if (request === 'fail') throw new Error('The request failed')
	if (request === 'exit') process.exit()
	parentPort.postMessage('<svg>' + request + '</svg>')`)

test('a picture that takes too long ends the thread, and the next one starts another', async () => {
	const thread = createDrawingThread<string>(PROGRAM, { ms: 5_000, createError: () => new Error('Too long') })
	await expect(thread.drawSvg('loop')).rejects.toThrow('Too long')
	expect(await thread.drawSvg('one')).toBe('<svg>one</svg>')
	await thread.close()
})

test('a failed picture tells its reason, and the next one is drawn', async () => {
	const thread = createDrawingThread<string>(PROGRAM)
	await expect(thread.drawSvg('fail')).rejects.toThrow('The request failed')
	expect(await thread.drawSvg('one')).toBe('<svg>one</svg>')
	await expect(thread.drawSvg('exit')).rejects.toThrow('The drawing thread exited')
	expect(await thread.drawSvg('two')).toBe('<svg>two</svg>')
	await thread.close()
})
