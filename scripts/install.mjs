import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, run, tell } from './processes.mjs'

const stampFile = join(root, 'node_modules/.savepoint-install')

/** Installs the packages of package-lock.json unless exactly they are there. Throws with npm's words when it fails. */
export async function install() {
	const lock = readFileSync(join(root, 'package-lock.json'))
	const stamp = createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
	if (existsSync(pinnedNode) && readIfThere(stampFile) === stamp) return
	if (!existsSync(pinnedNode) || !isInstalled(JSON.parse(lock))) await tell('Installing packages', npmCi)
	writeFileSync(stampFile, stamp)
}

async function npmCi() {
	// Vite and the pinned Node are development packages; NODE_ENV=production would leave them out.
	const { code, output } = await run('npm', ['ci', '--include=dev', '--loglevel=error'], { capture: true })
	if (code !== 0) throw new Error(`npm ci failed:\n\n${output.trim()}`)
	return 'Packages installed'
}

/** After a plain `npm install` there is no stamp, but npm's own record says what is in node_modules. */
function isInstalled(lock) {
	const record = readIfThere(join(root, 'node_modules/.package-lock.json'))
	if (!record) return false
	const installed = JSON.parse(record).packages
	return Object.entries(lock.packages).every(([path, wanted]) => {
		if (path === '') return true
		const there = installed[path]
		// Optional packages for other platforms are in the lock, but not on the disk.
		return there ? there.version === wanted.version : wanted.optional === true
	})
}

function readIfThere(file) {
	return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
