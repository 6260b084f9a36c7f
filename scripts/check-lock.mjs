// Checks package-lock.json, and that of the app: complete for every platform, with a checksum for each package, and free of any registry's address.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

process.exitCode = 0
for (const file of ['package-lock.json', 'mobile/package-lock.json'])
	for (const mistake of mistakesOf(file)) {
		console.error(`${file}: ${mistake}`)
		process.exitCode = 1
	}

function mistakesOf(file) {
	const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8'))
	return Object.entries(packages).flatMap(([path, entry]) => {
		const name = path || 'package.json'
		return [
			// A release whose native parts were missing when it was locked installs here and nowhere else.
			...Object.keys(entry.optionalDependencies ?? {})
				.filter((part) => !resolves(packages, path, part))
				.map((part) => `${name} needs ${part}, which has no entry: take another release of it`),
			// Nothing is fetched without a checksum, and nothing that fetches more is run.
			...(path.includes('node_modules/') && !entry.link && !entry.integrity ? [`${name} has no checksum`] : []),
			// Everyone installs from the registry that they have configured.
			...(/^\w+:/.test(entry.resolved ?? '') ? [`${name} names where it came from (${entry.resolved})`] : []),
		]
	})
}

/** Node's look-up: the package's own node_modules, then those of the folders above it. */
function resolves(packages, path, dependency) {
	for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
		if (packages[`${folder ? `${folder}/` : ''}node_modules/${dependency}`]) return true
		if (!folder) return false
	}
}
