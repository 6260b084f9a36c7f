import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The pinned Node 24; it exists once the packages are installed. */
export const pinnedNode = join(root, 'node_modules/node/bin/node')

let running
let stopping = false
// Ctrl-C reaches the whole terminal group, a TERM only this process: pass it on, so that nothing is left behind.
for (const signal of ['SIGINT', 'SIGTERM'])
	process.on(signal, () => {
		stopping = true
		if (!running) process.exit(130)
		running.kill(signal)
	})

/**
 * Runs a program in the project's folder, or another one, and answers its exit code (null when a signal or `timeoutMs` ended it).
 * With `capture` its output is kept and answered, else it goes to the terminal.
 */
export function run(program, args, { env = {}, capture = false, timeoutMs = 0, cwd = root } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			cwd,
			env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, ...env },
			stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
			timeout: timeoutMs,
			killSignal: 'SIGKILL',
		})
		running = child
		let output = ''
		child.stdout?.on('data', (text) => (output += text))
		child.stderr?.on('data', (text) => (output += text))
		child.on('error', reject)
		child.on('close', (code) => {
			running = undefined
			if (stopping) process.exit(130)
			resolve({ code, output })
		})
	})
}

/** Says what goes on, and every few seconds that it still does. `work` answers what to say when it is done. */
export async function tell(what, work) {
	const startedMs = Date.now()
	const seconds = () => `${((Date.now() - startedMs) / 1000).toFixed(1)} s`
	console.log(`${what}…`)
	const stillThere = setInterval(() => console.log(`${what}… ${seconds()}`), 5000)
	try {
		const done = await work()
		console.log(`${done} in ${seconds()}.`)
	} finally {
		clearInterval(stillThere)
	}
}
