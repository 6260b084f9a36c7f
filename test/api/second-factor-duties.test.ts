// Roles that need a second factor: a week of grace, then a member's rights until there is one.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setRole } from '#contract/admin.ts'
import { updateProfile } from '#contract/profile.ts'
import { removeAuthenticator } from '#contract/second-factor.ts'
import { getMe } from '#contract/session-tokens.ts'
import { getSiteSettings, type SecondFactorFor, updateSiteSettings } from '#contract/site-settings.ts'
import { registerAdmin } from '#kit/admin.ts'
import { setUpAuthenticator } from '#kit/second-factor.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { changeRole } from '#server/admin/queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Lets days pass since the duties began, and since an account has its role. */
async function passDays({ services: { db } }: TestSite, days: number, player?: Player): Promise<void> {
	await sql`update second_factor_duties set since = since - ${days} * interval '1 day'`.execute(db)
	if (player)
		await sql`update users set role_since = role_since - ${days} * interval '1 day' where id = ${player.user.id}`.execute(
			db,
		)
}

async function readMe(site: TestSite, player: Player) {
	const { role, secondFactorDue } = (await site.call(getMe, {}, player)).user
	return { role, daysLeft: secondFactorDue && Math.round((Date.parse(secondFactorDue) - Date.now()) / DAY_MS) }
}

async function saveDuty(site: TestSite, admin: Player, secondFactorFor?: SecondFactorFor): Promise<SecondFactorFor> {
	const { rulesVersion, secondFactorFor: before, ...settings } = (await site.call(getSiteSettings, {}, admin)).settings
	const body = { ...settings, ...(secondFactorFor && { secondFactorFor }) }
	return (await site.call(updateSiteSettings, { body }, admin)).settings.secondFactorFor
}

const getCode = (site: TestSite, player: Player) =>
	site.call(getSiteSettings, {}, player).then(
		() => 'done',
		({ code }: { code: string }) => code,
	)

test('every call that needs a role is refused to an admin without a second factor after a week, and not before', async () => {
	await using site = await startSite()
	const admin = await registerAdmin(site)
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json() as {
		paths: Record<string, Record<string, object>>
	}
	const calls = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(([, operation]) => /"(admins|moderators)_only"/.test(JSON.stringify(operation)))
			.map(([method, operation]) => ({ method: method.toUpperCase(), path, documentation: JSON.stringify(operation) })),
	)
	expect(calls.length).toBeGreaterThan(25)
	const ask = async (method: string, path: string) => {
		const url = path.replace('{subject}', 'user').replace(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000001')
		const headers = { authorization: `Bearer ${admin.accessToken}` }
		const answer = await site.app.inject({ method: method as 'GET', url, headers })
		return answer.body.includes('"second_factor_required"')
	}
	await passDays(site, 6.9, admin)
	for (const { method, path, documentation } of calls) {
		expect([method, path, documentation.includes('second_factor_required')]).toEqual([method, path, true])
		expect([method, path, await ask(method, path)]).toEqual([method, path, false])
	}
	await passDays(site, 0.2, admin)
	for (const { method, path } of calls) expect([method, path, await ask(method, path)]).toEqual([method, path, true])
})

test('an overdue admin has a member’s rights, can add a factor, and is back in their role with it', async () => {
	await using site = await startSite()
	const admin = await registerAdmin(site)
	expect(await readMe(site, admin)).toEqual({ role: 'admin', daysLeft: 7 })
	await passDays(site, 8, admin)
	expect(await readMe(site, admin)).toEqual({ role: 'member', daysLeft: -1 })
	const refused = await site.refusal(getSiteSettings, {}, admin)
	expect([refused.status, refused.code, refused.message]).toEqual([
		403,
		'second_factor_required',
		'Your role needs two-step login. Please add a passkey or an authenticator app in your settings.',
	])
	await site.call(updateProfile, { body: { bio: 'Still here' } }, admin)
	await setUpAuthenticator(site, admin)
	expect(await readMe(site, admin)).toEqual({ role: 'admin', daysLeft: undefined })
	expect(await getCode(site, admin)).toBe('done')
	// Their week is over
	await site.call(removeAuthenticator, {}, admin)
	expect(await getCode(site, admin)).toBe('second_factor_required')
})

test('the week begins with the role, with the setting, and anew when the setting was off', async () => {
	await using site = await startSite()
	const [admin, molly, late] = [await registerAdmin(site), await site.register('Molly'), await site.register('Late')]
	await setUpAuthenticator(site, admin)
	await changeRole(site.services.db, 'Molly', 'moderator')
	await passDays(site, 30, molly)
	expect(await readMe(site, molly)).toEqual({ role: 'moderator', daysLeft: undefined })

	expect(await saveDuty(site, admin, 'moderators')).toBe('moderators')
	expect(await readMe(site, molly)).toEqual({ role: 'moderator', daysLeft: 7 })
	await passDays(site, 30)
	expect((await readMe(site, molly)).role).toBe('member')
	await site.call(setRole, { params: { id: late.user.id }, body: { role: 'moderator' } }, admin)
	expect(await readMe(site, late)).toEqual({ role: 'moderator', daysLeft: 7 })
	// Left out, it stays
	expect(await saveDuty(site, admin)).toBe('moderators')
	expect((await readMe(site, molly)).role).toBe('member')

	expect(await saveDuty(site, admin, 'admins')).toBe('admins')
	expect(await readMe(site, molly)).toEqual({ role: 'moderator', daysLeft: undefined })
	expect(await saveDuty(site, admin, 'moderators')).toBe('moderators')
	expect(await readMe(site, molly)).toEqual({ role: 'moderator', daysLeft: 7 })
	expect(await saveDuty(site, admin, 'nobody')).toBe('nobody')
	expect(await readMe(site, late)).toEqual({ role: 'moderator', daysLeft: undefined })
	// The operator’s command asks for nothing
	await passDays(site, 30, admin)
	await changeRole(site.services.db, 'Molly', 'admin')
	expect(await getCode(site, molly)).toBe('done')
})
