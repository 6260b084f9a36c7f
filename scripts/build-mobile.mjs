// Builds the app's client for the site in SAVEPOINT_API, into the given folder or mobile/www.

import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build } from 'vite'
import { apiAddress } from '../mobile/api-address.ts'
import { root } from './processes.mjs'

const [outDir = join(root, 'mobile/www')] = process.argv.slice(2)
try {
	apiAddress(process.env.SAVEPOINT_API)
	await build({
		configFile: join(root, 'vite.app.config.ts'),
		logLevel: 'warn',
		build: { outDir: resolve(outDir) },
	})
} catch (error) {
	// Vite's message names file and line; the bundler's stack trace is of no use
	console.error(stripVTControlCharacters(error.message))
	process.exit(1)
}
