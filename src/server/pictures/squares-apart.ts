import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Squares, unpacked } from './packed-squares.ts'

const PROGRAM = fileURLToPath(new URL('./cut-squares.ts', import.meta.url))
const MOST_MS = 8_000

/**
 * The squares of a picture, made by a process that lives for this picture alone: what a decoder takes of memory is given
 * back with it, what breaks it breaks nothing else, and it holds no secret. Undefined where it fails or takes too long.
 */
export async function squaresApart(picture: Buffer): Promise<Squares | undefined> {
	const child = spawn(process.execPath, ['--no-warnings', PROGRAM], {
		stdio: ['pipe', 'pipe', 'ignore'],
		// fewer arenas keep less of what was freed
		env: { MALLOC_ARENA_MAX: '2', SystemRoot: process.env.SystemRoot },
		timeout: MOST_MS,
		killSignal: 'SIGKILL',
		windowsHide: true,
	})
	const closed = once(child, 'close')
	// it may end before it has read all
	child.stdin.on('error', () => {})
	child.stdin.end(picture)
	const [made, [code]] = await Promise.all([buffer(child.stdout), closed])
	return code === 0 ? unpacked(made) : undefined
}
