import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { unpacked } from './packed.ts'

const MOST_MS = 8_000

/**
 * What a program makes of a picture, as so many files, in a process that lives for this picture alone: what a decoder
 * takes of memory is given back with it, what breaks it breaks nothing else, and it holds no secret. Undefined where it
 * fails or takes too long.
 */
export async function decodedApart(
	program: URL,
	picture: Buffer,
	files: number,
	settings: readonly string[] = [],
): Promise<Buffer[] | undefined> {
	const child = spawn(process.execPath, ['--no-warnings', fileURLToPath(program), ...settings], {
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
	return code === 0 ? unpacked(made, files) : undefined
}
