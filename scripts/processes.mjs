import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The first that runs TypeScript as it is
const NODE_MAJOR = 24

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The pinned Node 24, a package for each platform in package-lock.json; it exists once the packages are installed. */
const packagedNode = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const isPackaged = `node-${process.platform}-${process.arch}` in optionalDependencies

/** The Node that runs everything: the pinned one, and where none is packaged for this platform the installed one. */
export const pinnedNode = isPackaged ? packagedNode : process.execPath

/** Why no Node 24 can run here, undefined where one can. */
export function nodeProblem() {
	if (isPackaged || Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return undefined
	return `Savepoint brings its own Node for Linux on x64 and arm64. Here, install Node ${NODE_MAJOR} from https://nodejs.org; this is ${process.version}.`
}

const running = new Set()
let stopping = false
// Ctrl-C reaches the whole terminal group, a TERM only this process: pass it on, so that nothing is left behind.
for (const signal of ['SIGINT', 'SIGTERM'])
	process.on(signal, () => {
		stopping = true
		if (running.size === 0) process.exit(130)
		for (const child of running) child.kill(signal)
	})

/**
 * Runs a program in the project's folder, or another one, and answers its exit code (null when a signal or `timeoutMs` ended it).
 * With `capture` its output is collected and returned, else it goes to the terminal. `onMessage` gets what it sends with `process.send`.
 */
export function run(program, args, { env = {}, capture = false, timeoutMs = 0, cwd = root, onMessage } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			cwd,
			env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, ...env },
			stdio: ['ignore', ...(capture ? ['pipe', 'pipe'] : ['inherit', 'inherit']), ...(onMessage ? ['ipc'] : [])],
			timeout: timeoutMs,
			killSignal: 'SIGKILL',
		})
		running.add(child)
		let output = ''
		if (onMessage) child.on('message', onMessage)
		child.stdout?.on('data', (text) => (output += text))
		child.stderr?.on('data', (text) => (output += text))
		child.on('error', reject)
		child.on('close', (code) => {
			running.delete(child)
			if (stopping && running.size === 0) process.exit(130)
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
