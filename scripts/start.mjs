// `npm start`: installs and builds what is missing, then runs the site on the pinned Node.
// Runs on any Node from 20.19 and uses nothing from node_modules itself.

import { install } from './install.mjs'
import { runSite } from './site-process.mjs'
import { ensureBuilt } from './web-build.mjs'

try {
	await install()
	await ensureBuilt()
	runSite([], process.argv.slice(2), 'production')
} catch (error) {
	console.error(error.message)
	process.exitCode = 1
}
