// Builds the web client: dist/client for browsers with compressed versions of its files, and dist/server for rendering.
// `--components` adds the page of all components, and leaves the build without a stamp, so that the next start replaces it.

import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { root } from './processes.mjs'
import { hashSources, stampBuild } from './web-build.mjs'

const TEXT_FILES = /\.(js|css|svg|json|webmanifest|txt|xml|html|ttf)$/
// A smaller response fits into one packet uncompressed
const MIN_BYTES = 1024

const hasComponents = process.argv.includes('--components')
const plugins = hasComponents ? [(await import('../demo/components-page.mjs')).componentsPage] : []
const hash = hashSources()
await rm(join(root, 'dist'), { recursive: true, force: true })
try {
	await build({ root, logLevel: 'warn', plugins })
	await build({ root, logLevel: 'warn', plugins, build: { ssr: true } })
} catch (error) {
	// Vite's message names file and line; the bundler's stack trace is of no use
	console.error(stripVTControlCharacters(error.message))
	process.exit(1)
}
const { files, brotliBytes } = await compress(join(root, 'dist/client'))
if (!hasComponents) stampBuild(hash)
console.log(
	`dist/client: ${files} text files, ${Math.round(brotliBytes / 1000)} kB as brotli; dist/server: entry-server.js`,
)

/** Writes a .br and a .gz version of every text file of 1 kB or more. */
async function compress(folder) {
	const names = (await readdir(folder, { recursive: true })).filter((name) => TEXT_FILES.test(name))
	const sizes = await Promise.all(
		names.map(async (name) => {
			const file = join(folder, name)
			const content = await readFile(file)
			if (content.length < MIN_BYTES) return content.length
			const [br, gz] = await Promise.all([
				promisify(brotliCompress)(content, {
					params: {
						[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
						[constants.BROTLI_PARAM_SIZE_HINT]: content.length,
					},
				}),
				promisify(gzip)(content, { level: 9 }),
			])
			await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
			return br.length
		}),
	)
	return { files: names.length, brotliBytes: sizes.reduce((sum, size) => sum + size, 0) }
}
