// Checks package-lock.json: complete for every platform, and free of any registry's address.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const mistakes = []

for (const [path, entry] of Object.entries(packages)) {
	const name = path || 'package.json'
	// A release whose native parts were missing when it was locked installs here and nowhere else.
	for (const part of Object.keys(entry.optionalDependencies ?? {}))
		if (!resolves(path, part)) mistakes.push(`${name} needs ${part}, which has no entry: take another release of it`)
	// Everyone installs from the registry that they have configured.
	if (/^\w+:/.test(entry.resolved ?? '')) mistakes.push(`${name} names where it came from (${entry.resolved})`)
}

for (const mistake of mistakes) console.error(`package-lock.json: ${mistake}`)
process.exitCode = mistakes.length ? 1 : 0

/** Node's look-up: the package's own node_modules, then those of the folders above it. */
function resolves(path, dependency) {
	for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
		if (packages[`${folder ? `${folder}/` : ''}node_modules/${dependency}`]) return true
		if (!folder) return false
	}
}
