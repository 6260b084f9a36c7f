import pg from 'pg'
import type { SiteProcess } from '#kit/site-process.ts'
import { newUsername, type Person, registerPerson } from './people.ts'

/** Registers somebody and gives them a role. */
export async function registerWithRole(site: SiteProcess, role: 'moderator' | 'admin'): Promise<Person> {
	const person = await registerPerson(site, newUsername(role))
	// As `npm run admin -- role` does, which costs a process
	const client = new pg.Client(site.env.DATABASE_URL)
	await client.connect()
	try {
		await client.query('update users set role = $1 where id = $2', [role, person.id])
	} finally {
		await client.end()
	}
	const { user } = await person.send<{ user: object }>('GET', '/auth/me')
	return { ...person, account: JSON.stringify(user) }
}
