import { spawn } from 'node:child_process'
import { compileCacheEnv, memoryEnv, pinnedNode, root } from './processes.mjs'

/**
 * Runs src/main.ts, or another server program, on the pinned Node, and exits with its code or signal. A signal reaches it
 * once, and it does not outlive this process or npm.
 */
export function runSite(nodeOptions, args, nodeEnv, program = 'src/main.ts') {
	// The terminal sends Ctrl-C to the whole process group, and npm forwards it again. In its own process group the site
	// receives it from here only. The IPC channel closes when this process ends, however it ends.
	const site = spawn(pinnedNode, [...nodeOptions, '--import', './scripts/stop-with-parent.mjs', program, ...args], {
		cwd: root,
		env: { ...compileCacheEnv, ...process.env, ...memoryEnv, NODE_ENV: nodeEnv },
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		detached: true,
	})

	let lastSignalMs = 0
	for (const signal of ['SIGINT', 'SIGTERM']) {
		process.removeAllListeners(signal)
		process.on(signal, () => {
			const nowMs = Date.now()
			// npm's copy of a key press arrives within milliseconds; a later signal is a second key press
			if (nowMs - lastSignalMs > 500) site.kill(signal)
			lastSignalMs = nowMs
		})
	}

	// Replaces the workers of the site. From a terminal it means that the terminal is gone.
	if (!process.stdin.isTTY) process.on('SIGHUP', () => site.kill('SIGHUP'))

	// If npm is killed, it forwards no signal, but this process gets another parent
	const { ppid } = process
	if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== ppid && site.kill('SIGTERM'), 1000).unref()

	site.on('error', (error) => {
		console.error(`Node 24 could not be started (${error.message}). Remove node_modules and run npm start again.`)
		process.exit(1)
	})
	site.on('exit', (code, signal) => {
		for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
		if (signal) process.kill(process.pid, signal)
		else process.exit(code)
	})
}
