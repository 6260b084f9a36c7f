import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completePostgres } from './bundled-postgres.mjs'
import { nodeProblem, pinnedNode, root, run, withProgress } from './processes.mjs'

/** Installs the packages of package-lock.json unless they are up to date. Throws with npm's output if it fails. */
export async function install() {
	const problem = nodeProblem()
	if (problem) throw new Error(problem)
	await installIn(root, pinnedNode, 'Packages', () => {
		const problem = completePostgres()
		if (problem) console.log(problem)
	})
}

/** Installs all packages, including those of the native app. */
export async function installMobile() {
	await install()
	const folder = join(root, 'mobile')
	await installIn(folder, join(folder, 'node_modules/@capacitor/cli'), "The app's packages")
}

/** Installs packages into a folder, and completes them. `proof` is a path that exists in every complete installation. */
async function installIn(folder, proof, what, complete = () => {}) {
	const stampFile = join(folder, 'node_modules/.savepoint-install')
	const lock = readFileSync(join(folder, 'package-lock.json'))
	const stamp = createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
	if (existsSync(proof) && readIfExists(stampFile) === stamp) return
	if (!existsSync(proof) || !isInstalled(folder, JSON.parse(lock)))
		await withProgress(`Installing ${what.toLowerCase()}`, () => npmCi(folder, what))
	complete()
	writeFileSync(stampFile, stamp)
}

async function npmCi(cwd, what) {
	// NODE_ENV=production would omit Vite, a development dependency. No package needs install scripts.
	const { code, output } = await run(
		'npm',
		['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error'],
		{ capture: true, cwd },
	)
	if (code !== 0) throw new Error(`npm ci failed:\n\n${output.trim()}`)
	return `${what} installed`
}

/** Compares npm's own record of node_modules with the lock file, because a plain `npm install` leaves no stamp. */
function isInstalled(folder, lock) {
	const record = readIfExists(join(folder, 'node_modules/.package-lock.json'))
	if (!record) return false
	const installed = JSON.parse(record).packages
	return Object.entries(lock.packages).every(([path, wanted]) => {
		if (path === '') return true
		const present = installed[path]
		// Optional packages for other platforms are in the lock file but not installed
		return present ? present.version === wanted.version : wanted.optional === true
	})
}

function readIfExists(file) {
	return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
