// `npm run dev`: rebuilds the web client on every change, and restarts the server when it or the rendering changes.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { componentsPage } from '../demo/components-page.mjs'
import { install } from './install.mjs'
import { root } from './processes.mjs'
import { runSite } from './site-process.mjs'

await install()
// The compressed files of the last build would be served instead of the new files
await rm(join(root, 'dist'), { recursive: true, force: true })
const { build } = await import('vite')
await watch('Client', {})
await watch('Rendering', { ssr: true })
runSite(
	[
		...['src/server', 'src/contract', 'dist/server', 'dist/client/.vite'].map((path) => `--watch-path=${path}`),
		'--watch-preserve-output',
	],
	[],
	'development',
)

/** Builds now and after every change. Resolves after the first build. */
async function watch(what, options) {
	const watcher = await build({
		root,
		logLevel: 'warn',
		mode: 'development',
		plugins: [componentsPage],
		build: { ...options, watch: {}, minify: false, sourcemap: true },
	})
	await new Promise((resolve) =>
		watcher.on('event', (event) => {
			if (event.code === 'ERROR') console.error(event.error)
			if (event.code !== 'END') return
			console.log(`${what} built.`)
			resolve()
		}),
	)
}
