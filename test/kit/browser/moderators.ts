import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { BARE_ENV } from '#kit/bare-env.ts'
import type { SiteProcess } from '#kit/site-process.ts'
import { newUsername, type Person, registerPerson } from './people.ts'

const run = promisify(execFile)

/** Registers somebody and gives them a role, as an operator does while the site runs. */
export async function registerWithRole(site: SiteProcess, role: 'moderator' | 'admin'): Promise<Person> {
	const person = await registerPerson(site, newUsername(role))
	await run(process.execPath, ['src/admin.ts', 'role', person.username, role], {
		cwd: path.resolve(import.meta.dirname, '../../..'),
		env: { ...BARE_ENV, DATA_DIR: site.dataDir },
	})
	const { user } = await person.send<{ user: object }>('GET', '/auth/me')
	return { ...person, account: JSON.stringify(user) }
}
