import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeProblem, pinnedNode, root, run, tell } from './processes.mjs'

/** Installs the packages of package-lock.json unless exactly they are there. Throws with npm's words when it fails. */
export async function install() {
	const problem = nodeProblem()
	if (problem) throw new Error(problem)
	await installIn(root, pinnedNode, 'Packages')
}

/** Installs what the app is wrapped in, beside what everything else needs. */
export async function installMobile() {
	await install()
	const folder = join(root, 'mobile')
	await installIn(folder, join(folder, 'node_modules/@capacitor/cli'), "The app's packages")
}

/** `proof` is in every folder of packages that is whole. */
async function installIn(folder, proof, what) {
	const stampFile = join(folder, 'node_modules/.savepoint-install')
	const lock = readFileSync(join(folder, 'package-lock.json'))
	const stamp = createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
	if (existsSync(proof) && readIfThere(stampFile) === stamp) return
	if (!existsSync(proof) || !isInstalled(folder, JSON.parse(lock)))
		await tell(`Installing ${what.toLowerCase()}`, () => npmCi(folder, what))
	writeFileSync(stampFile, stamp)
}

async function npmCi(cwd, what) {
	// Vite is a development package; NODE_ENV=production would leave it out. No package has to run anything to be installed.
	const { code, output } = await run(
		'npm',
		['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error'],
		{ capture: true, cwd },
	)
	if (code !== 0) throw new Error(`npm ci failed:\n\n${output.trim()}`)
	return `${what} installed`
}

/** After a plain `npm install` there is no stamp, but npm's own record says what is in node_modules. */
function isInstalled(folder, lock) {
	const record = readIfThere(join(folder, 'node_modules/.package-lock.json'))
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
