import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, run, withProgress } from './processes.mjs'

const STAMP_FILE = join(root, 'dist/.stamp')
const SOURCES = [
	'src/web',
	'src/contract',
	'src/server/http/security-headers.ts',
	'public',
	'index.html',
	'vite.client-endpoints.ts',
	'vite.config.ts',
	'vite.css.ts',
	'vite.inline-script.ts',
	'vite.service-worker.ts',
	'package.json',
	'package-lock.json',
	'scripts/build.mjs',
]

/** Builds the web client unless dist/ is up to date. Throws with the build's output if it fails. */
export async function ensureBuilt() {
	if (existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === hashSources()) return
	await build([])
}

/** Builds the web client with the page of all components. The next start builds it again without. */
export async function buildWithComponents() {
	await build(['--components'])
}

async function build(options) {
	await withProgress('Building the web client', async () => {
		const { code, output } = await run(pinnedNode, ['scripts/build.mjs', ...options], { capture: true })
		if (code !== 0) throw new Error(`The build failed:\n\n${output.trim()}`)
		return 'Web client built'
	})
}

/** Marks dist/ as built from the sources with this hash. */
export function stampBuild(hash) {
	writeFileSync(STAMP_FILE, hash)
}

/** Returns the hash of the sources that the web client is built from. */
export function hashSources() {
	const hash = createHash('sha256')
	for (const file of SOURCES.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
	return hash.digest('hex')
}

/** Lists files by their paths from the project folder, sorted, so that the hash does not depend on the file system. */
function listFiles(path) {
	if (!existsSync(join(root, path))) return []
	const entries = path.includes('.') ? [] : readdirSync(join(root, path), { withFileTypes: true, recursive: true })
	if (path.includes('.')) return [path]
	return entries
		.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
		.sort()
}
