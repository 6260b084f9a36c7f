import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { getInvite } from '#contract/invites.ts'
import { getMe } from '#contract/session-tokens.ts'
import { getSite } from '#contract/site.ts'
import { BARE_ENV } from '#kit/bare-env.ts'
import {
	createSeededLocation,
	createTransport,
	type DataLocation,
	registerUser,
	startProcess,
} from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const run = promisify(execFile)

/** Runs `npm run admin` and returns what it prints, or why it failed. */
async function admin(place: Pick<DataLocation, 'env'>, ...args: string[]): Promise<string> {
	const cwd = path.resolve(import.meta.dirname, '../..')
	const env = { ...BARE_ENV, ...place.env }
	const { scripts } = JSON.parse(readFileSync(path.join(cwd, 'package.json'), 'utf8')) as { scripts: { admin: string } }
	expect(scripts.admin).toBe('exec node src/admin.ts')
	return run(process.execPath, ['src/admin.ts', ...args], { cwd, env }).then(
		({ stdout }) => stdout.trimEnd(),
		(error: { stderr: string }) => `Failed: ${error.stderr.trimEnd()}`,
	)
}

test('an operator gives and takes roles, while the site runs and when it does not', async () => {
	await using place = await createSeededLocation()
	const site = await startProcess(place)
	const { token } = await registerUser(site, 'Keeper')
	const role = async () => (await call(createTransport(site, token), getMe, {})).user.role
	expect(site.output()).toContain('This site has no admin')
	expect(await role()).toBe('member')
	// Any case names the account
	expect(await admin(place, 'role', 'keeper', 'admin')).toBe('Keeper is now an admin, and was a member.')
	expect(await role()).toBe('admin')
	expect(await admin(place, 'role', 'Keeper', 'admin')).toBe('Keeper is already an admin.')
	expect(await admin(place, 'role', 'Nobody', 'moderator')).toBe('Failed: There is no account called Nobody.')
	expect(await admin(place, 'reset-second-factor', 'keeper')).toBe('Keeper has no second factor.')
	expect(await admin(place, 'reset-second-factor', 'Nobody')).toBe('Failed: There is no account called Nobody.')
	await site.stop()

	expect(await admin(place, 'reset-second-factor', 'Keeper')).toBe('Keeper has no second factor.')
	expect(await admin(place, 'role', 'Keeper', 'moderator')).toBe(
		'Failed: Keeper is the only admin. Add --yes to leave the site without one.',
	)
	expect(await admin(place, 'role', 'Keeper', 'moderator', '--yes')).toBe(
		'Keeper is now a moderator, and was an admin.\nThe site has no admin.',
	)
	await admin(place, 'role', 'Keeper', 'admin')
	await using again = await startProcess(place)
	expect(again.output()).not.toContain('This site has no admin')
})

test('an operator suspends, frees and deletes an account, and prints a link for a new password', async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place)
	await registerUser(site, 'Keeper')
	expect(await admin(place, 'suspend', 'keeper', '0')).toMatch(/^Failed: The days are a number from 1 to 366/)
	expect(await admin(place, 'suspend', 'keeper', '3')).toMatch(/^Keeper is suspended until 20/)
	expect(await admin(place, 'unban', 'Keeper')).toBe('Keeper is no longer banned or suspended.')
	expect(await admin(place, 'unban', 'Keeper')).toBe('Failed: Keeper is neither banned nor suspended.')
	expect(await admin(place, 'reset-password-link', 'Keeper')).toMatch(/\/reset-password\?token=/)
	expect(await admin(place, 'delete-user', 'Keeper')).toMatch(/^Failed: This deletes Keeper for good/)
	expect(await admin(place, 'delete-user', 'Keeper', '--yes')).toMatch(
		/^Keeper is deleted\. The code of the deletion is /,
	)
	expect(await admin(place, 'delete-user', 'Keeper', '--yes')).toBe('Failed: There is no account called Keeper.')
})

test('an operator invites people, and shows and changes the settings of the running site', async () => {
	await using place = await createSeededLocation()
	const site = await startProcess(place)
	const getName = async () => (await call(createTransport(site), getSite, {})).name
	expect(await admin(place, 'settings')).toContain('name: Savepoint\ndescription: (none)')
	expect(await admin(place, 'settings', 'name', 'Checkpoint')).toBe('name is now: Checkpoint')
	await expect.poll(getName, { timeout: 10_000 }).toBe('Checkpoint')
	expect(await admin(place, 'settings', 'registration', 'invite')).toBe('registration is now: invite')
	expect(await admin(place, 'settings', 'registration')).toBe('invite')
	expect(await admin(place, 'settings', 'accent', 'red')).toBe('Failed: Please choose a color, such as #f6a93b.')
	expect(await admin(place, 'settings', 'second-factor')).toBe('admins')
	expect(await admin(place, 'settings', 'second-factor', 'nobody')).toBe('second-factor is now: nobody')
	expect(await admin(place, 'settings', 'second-factor', 'me')).toMatch(/^Failed: /)
	expect(await admin(place, 'settings', 'colour')).toMatch(/^Failed: There is no setting "colour"/)
	const link = await admin(place, 'invite', '--uses', '2', '--days', '1')
	expect(link).toMatch(/^\/join\/[\w-]{19}$/)
	const code = link.split('/').at(-1) ?? ''
	expect(await call(createTransport(site), getInvite, { params: { code } })).toEqual({ success: true, by: null })
	expect(await admin(place, 'invite', '--uses', '0')).toBe('Failed: An invite is for 1 to 100 people.')
	await site.stop()
})

test('a command that makes no sense is explained and changes nothing', async () => {
	await using seeded = await createSeededLocation()
	const place = { env: { ...seeded.env, SECRET_KEY: 'a secret for tests, long enough to be one' } }
	expect(await admin(place)).toContain('npm run admin -- role')
	expect(await admin(place, 'role', '--help')).toContain('member|moderator|admin')
	expect(await admin(place, 'rule', 'Keeper', 'admin')).toMatch(/^Failed: There is no command "rule"\./)
	expect(await admin(place, 'role', 'Keeper')).toMatch(/^Failed: Wrong number of arguments\.\n\n {2}npm run admin/)
	expect(await admin(place, 'role', 'Keeper', 'king')).toBe('Failed: A role is member, moderator, admin, not "king".')
	expect(await admin(place, 'role', 'Keeper', 'admin', '--force')).toMatch(/^Failed: Unknown option '--force'/)
})
