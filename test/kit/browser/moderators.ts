import { runAdmin } from '#kit/run-admin.ts'
import type { SiteProcess } from '#kit/site-process.ts'
import { newUsername, type Person, registerPerson } from './people.ts'

/** Registers somebody and gives them a role, as an operator does while the site runs. */
export async function registerWithRole(site: SiteProcess, role: 'moderator' | 'admin'): Promise<Person> {
	const person = await registerPerson(site, newUsername(role))
	await runAdmin(site, 'role', person.username, role)
	const { user } = await person.send<{ user: object }>('GET', '/auth/me')
	return { ...person, account: JSON.stringify(user) }
}
