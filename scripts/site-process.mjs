import { spawn } from 'node:child_process'
import { pinnedNode, root } from './processes.mjs'

/**
 * Runs src/main.ts, or another program that serves, on the pinned Node until it ends, and ends as it did. A signal reaches it once, and it does not
 * outlive this process or npm.
 */
export function runSite(nodeOptions, args, nodeEnv, program = 'src/main.ts') {
	// Ctrl-C comes from the terminal to its whole process group, and from npm once more. In a group of its own the site
	// hears of it from here only. The channel tells it when this process is gone, however that came.
	const site = spawn(pinnedNode, [...nodeOptions, '--import', './scripts/stop-with-parent.mjs', program, ...args], {
		cwd: root,
		env: { ...process.env, NODE_ENV: nodeEnv },
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		detached: true,
	})

	let lastSignalMs = 0
	for (const signal of ['SIGINT', 'SIGTERM']) {
		process.removeAllListeners(signal)
		process.on(signal, () => {
			const nowMs = Date.now()
			// The echo of one key press comes within milliseconds; a person's second one later, and counts.
			if (nowMs - lastSignalMs > 500) site.kill(signal)
			lastSignalMs = nowMs
		})
	}

	// Killed outright, npm cannot pass anything on; then this process finds itself with another parent.
	const { ppid } = process
	if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== ppid && site.kill('SIGTERM'), 1000).unref()

	site.on('error', (error) => {
		console.error(`Node 24 could not be started (${error.message}). Remove node_modules and run npm start again.`)
		process.exit(1)
	})
	site.on('exit', (code, signal) => {
		for (const name of ['SIGINT', 'SIGTERM']) process.removeAllListeners(name)
		if (signal) process.kill(process.pid, signal)
		else process.exit(code)
	})
}
