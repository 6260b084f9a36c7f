import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, run, tell } from './processes.mjs'

const stampFile = join(root, 'dist/.stamp')
const sources = [
	'src/web',
	'src/contract',
	'public',
	'index.html',
	'vite.config.ts',
	'vite.inline-script.ts',
	'package.json',
	'package-lock.json',
	'scripts/build.mjs',
]

/** Builds the web client unless dist/ was made from exactly these sources. Throws with the build's words when it fails. */
export async function ensureBuilt() {
	if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesHash()) return
	await tell('Building the web client', async () => {
		const { code, output } = await run(pinnedNode, ['scripts/build.mjs'], { capture: true })
		if (code !== 0) throw new Error(`The build failed:\n\n${output.trim()}`)
		return 'Web client built'
	})
}

/** Marks dist/ as made from the sources as they were when `hash` was taken. */
export function stampBuild(hash) {
	writeFileSync(stampFile, hash)
}

export function sourcesHash() {
	const hash = createHash('sha256')
	for (const file of sources.flatMap(filesUnder)) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
	return hash.digest('hex')
}

/** Paths from the project's folder, sorted, so that the hash does not depend on the file system. */
function filesUnder(path) {
	if (!existsSync(join(root, path))) return []
	const entries = path.includes('.') ? [] : readdirSync(join(root, path), { withFileTypes: true, recursive: true })
	if (path.includes('.')) return [path]
	return entries
		.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
		.sort()
}
