import { realpathSync } from 'node:fs'
import path from 'node:path'

interface Process {
	/** The main file, as it was named. */
	main: string
	folder: string
	node: string
}

const CURRENT: Process = { main: process.argv[1] ?? '', folder: process.cwd(), node: process.execPath }

/**
 * Returns where a worker finds the program of a process: by the links that the process was started by, so that it runs the version to
 * which these lead by then.
 */
export function locateProgram({ main, folder, node }: Process = CURRENT) {
	const root = path.resolve(main, '../..')
	const linkedNode = path.join(root, 'node_modules/.bin/node')
	return {
		exec: main,
		execPath: isSamePlace(linkedNode, node) ? linkedNode : node,
		...(isSamePlace(root, folder) ? { cwd: root } : {}),
	}
}

function isSamePlace(one: string, other: string): boolean {
	try {
		return realpathSync(one) === realpathSync(other)
	} catch {
		return false
	}
}
