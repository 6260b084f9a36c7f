import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The first version that runs TypeScript directly
const NODE_MAJOR = 24

/** The project folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The pinned Node 24, which package-lock.json has a package of per platform. It exists once the packages are installed. */
const packagedNode = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const isPackaged = `node-${process.platform}-${process.arch}` in optionalDependencies

/** The Node that runs everything: the pinned one, or the installed one if there is no package for this platform. */
export const pinnedNode = isPackaged ? packagedNode : process.execPath

/**
 * The environment in which Node stores what it has compiled, if it can write there. Unlike `enableCompileCache` of a program it
 * covers the program's first module, and the part of Node that removes types.
 */
export const compileCacheEnv = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile') }

/** Returns the reason why Node 24 cannot run here; undefined if it can. */
export function nodeProblem() {
	if (isPackaged || Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return undefined
	return `Savepoint brings its own Node for Linux on x64 and arm64. Here, install Node ${NODE_MAJOR} from https://nodejs.org; this is ${process.version}.`
}

/**
 * What keeps the site small, as in the Dockerfile and the unit for systemd. V8 lets its young generation grow to 48 MB instead
 * of 96 or more; with less, a busy site spends a third more time on collecting. glibc spreads freed memory over two arenas
 * instead of eight per processor, and gives blocks of 128 kB and more back to the system at once.
 */
export const memoryEnv = {
	NODE_OPTIONS: `--max-semi-space-size=16 ${process.env.NODE_OPTIONS ?? ''}`.trim(),
	MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
	MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '131072',
}

const running = new Set()
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'])
	process.on(signal, () => {
		isStopping = true
		if (running.size === 0) process.exit(130)
		// Ctrl-C reaches the whole process group, SIGTERM only this process. A second SIGINT would end a child that is cleaning up
		if (signal === 'SIGTERM') for (const child of running) child.kill(signal)
	})

/**
 * Runs a program in the project folder, or in `cwd`, and returns its exit code (null if a signal or `timeoutMs` ended it).
 * With `capture` its output is returned, otherwise it goes to the terminal. `onMessage` receives its `process.send` messages.
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
			if (isStopping && running.size === 0) process.exit(130)
			resolve({ code, output })
		})
	})
}

/** Prints what `work` does, and its progress every five seconds. `work` returns the text for its completion. */
export async function withProgress(what, work) {
	const startedMs = Date.now()
	const seconds = () => `${((Date.now() - startedMs) / 1000).toFixed(1)} s`
	console.log(`${what}…`)
	const timer = setInterval(() => console.log(`${what}… ${seconds()}`), 5000)
	try {
		const done = await work()
		console.log(`${done} in ${seconds()}.`)
	} finally {
		clearInterval(timer)
	}
}
