// Checks package-lock.json and the app's: complete for every platform, a checksum for each package, and no registry URLs.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes.mjs'

process.exitCode = 0
for (const file of ['package-lock.json', 'mobile/package-lock.json'])
	for (const error of findErrors(file)) {
		console.error(`${file}: ${error}`)
		process.exitCode = 1
	}

function findErrors(file) {
	const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8'))
	return Object.entries(packages).flatMap(([path, entry]) => {
		const name = path || 'package.json'
		return [
			// A package locked without its optional native parts would install on this platform only
			...Object.keys(entry.optionalDependencies ?? {})
				.filter((part) => !canResolve(packages, path, part))
				.map((part) => `${name} needs ${part}, which has no entry: use another release of it`),
			// Every download is verified by its checksum, and install scripts, which could download more, do not run
			...(path.includes('node_modules/') && !entry.link && !entry.integrity ? [`${name} has no checksum`] : []),
			// Everyone installs from their configured registry
			...(/^\w+:/.test(entry.resolved ?? '') ? [`${name} names where it came from (${entry.resolved})`] : []),
		]
	})
}

/** Resolves a dependency like Node: in the package's own node_modules, then in those of its parent folders. */
function canResolve(packages, path, dependency) {
	for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
		if (packages[`${folder ? `${folder}/` : ''}node_modules/${dependency}`]) return true
		if (!folder) return false
	}
}
