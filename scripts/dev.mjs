// `npm run dev`: rebuilds the web client on every change and restarts the server when it or the rendering changes.

import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { install } from './install.mjs'
import { pinnedNode, root } from './processes.mjs'

await install()
// Stale compressed twins would be served in place of the new files.
await rm(join(root, 'dist'), { recursive: true, force: true })
const { build } = await import('vite')

for (const ssr of [false, true]) {
	const watcher = await build({
		root,
		logLevel: 'warn',
		mode: 'development',
		build: { ssr, watch: {}, minify: false, sourcemap: true },
	})
	await new Promise((resolve) =>
		watcher.on('event', (event) => {
			if (event.code === 'ERROR') console.error(event.error)
			if (event.code === 'END') {
				console.log(ssr ? 'Rendering built.' : 'Client built.')
				resolve()
			}
		}),
	)
}

const server = spawn(
	pinnedNode,
	[
		'--watch-path=src/server',
		'--watch-path=src/contract',
		'--watch-path=dist/server',
		'--watch-preserve-output',
		'src/main.ts',
	],
	{ cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } },
)
server.on('exit', (code) => process.exit(code ?? 0))
process.removeAllListeners('SIGINT')
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.kill(signal))
