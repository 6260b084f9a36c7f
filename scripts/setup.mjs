// `npm run setup`: installs and builds what is missing, as `npm start` does before it starts the site.
// Runs on any Node from 20.19 and uses nothing from node_modules itself.

import { install } from './install.mjs'
import { ensureBuilt } from './web-build.mjs'

try {
	await install()
	await ensureBuilt()
} catch (error) {
	console.error(error.message)
	process.exitCode = 1
}
