// `npm start`: installs and builds what is missing, then runs the site on the pinned Node.
// Runs on any Node from 20.19 and uses nothing from node_modules itself.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ensureBuilt } from './built.mjs'
import { install } from './install.mjs'
import { pinnedNode, root } from './processes.mjs'

try {
	await install()
	await ensureBuilt()
} catch (error) {
	console.error(error.message)
	process.exit(1)
}

// The site gets its own process group, so that a Ctrl-C, which the terminal sends to everyone and npm sends once more,
// reaches it once: from here. The channel tells it when this process is gone, however that came.
const site = spawn(
	pinnedNode,
	['--import', './scripts/stop-with-parent.mjs', 'src/main.ts', ...process.argv.slice(2)],
	{
		cwd: root,
		env: { ...process.env, NODE_ENV: 'production' },
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		detached: true,
	},
)

process.removeAllListeners('SIGINT')
process.removeAllListeners('SIGTERM')
let lastSignalMs = 0
for (const signal of ['SIGINT', 'SIGTERM'])
	process.on(signal, () => {
		const nowMs = Date.now()
		// The echo of one key press comes within milliseconds; a person's second one later, and counts.
		if (nowMs - lastSignalMs > 500) site.kill(signal)
		lastSignalMs = nowMs
	})

// Killed outright, npm cannot pass anything on; then whoever started this process is not npm any more.
const npm = starter()
if (process.env.npm_lifecycle_event) setInterval(() => starter() !== npm && site.kill('SIGTERM'), 1000).unref()

site.on('error', (error) => {
	console.error(`Node 24 could not be started (${error.message}). Remove node_modules and run npm start again.`)
	process.exit(1)
})
site.on('exit', (code, signal) => {
	for (const name of ['SIGINT', 'SIGTERM']) process.removeAllListeners(name)
	if (signal) process.kill(process.pid, signal)
	else process.exit(code)
})

/** The process that runs the script: the parent, or where that is the shell npm starts scripts with, its parent. */
function starter() {
	try {
		const of = `/proc/${process.ppid}`
		const isShell = readFileSync(`${of}/cmdline`, 'utf8').includes('\0-c\0')
		if (isShell) return /^PPid:\s*(\d+)/m.exec(readFileSync(`${of}/status`, 'utf8'))?.[1]
	} catch {
		// Without /proc, on macOS, the shell hands its own place over to the script.
	}
	return String(process.ppid)
}
