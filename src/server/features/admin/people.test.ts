import { expect, test } from 'vitest'
import { LAST_ADMIN, listAccesses, PERSON_NOT_FOUND, searchPeople, setRole } from '#contract/admin.ts'
import { ROLE_NEEDED } from '#contract/roles.ts'
import { refreshTokens } from '#contract/session-tokens.ts'
import { registerAdmin } from '#kit/admin.ts'
import { addSoftwarePasskey } from '#kit/second-factor.ts'
import { startSite, writeReview } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { addConnection } from '#server/features/account/queries-connections.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const nobody = '019aa2f4-7c10-7c3e-9a51-2f6d8e0b4c17'

test('an admin finds accounts by name and address, and sees how they log in', async () => {
	await using site = await startSite()
	const admin = await registerAdmin(site, 'Keeper')
	site.time.now += 1000
	const ann = await site.register('Ann_Lee')
	site.time.now += 1000
	await site.register('Joanna')
	await writeReview(site, ann)
	await addConnection(site.services.db, { provider: 'google', subject: '7' }, ann.user.id, now(site.services))
	const find = async (search: string) =>
		(await site.call(searchPeople, { query: { search } }, admin)).people.map(({ username }) => username)

	expect(await find('ann')).toEqual(['Ann_Lee', 'Joanna'])
	expect(await find('ANN_LEE@')).toEqual(['Ann_Lee'])
	expect(await find('ann_')).toEqual(['Ann_Lee'])
	expect(await find('%')).toEqual([])
	expect(await find('')).toEqual(['Joanna', 'Ann_Lee', 'Keeper'])
	const [person] = (await site.call(searchPeople, { query: { search: 'ann_lee' } }, admin)).people
	expect(person).toEqual({
		id: ann.user.id,
		username: 'Ann_Lee',
		profilePicture: null,
		needsUsername: false,
		email: 'Ann_Lee@example.org',
		isEmailVerified: false,
		role: 'member',
		hasPassword: true,
		providers: ['google'],
		passkeyCount: 0,
		hasSecondFactor: false,
		isBanned: false,
		suspendedUntil: null,
		createdAt: '2026-11-21T12:00:01.000Z',
		lastSeenOn: '2026-11-21',
		reviewCount: 1,
		listCount: 0,
		followerCount: 0,
	})
	await addSoftwarePasskey(site, ann)
	site.time.now += 2 * DAY_MS
	await site.call(refreshTokens, { body: { refreshToken: ann.refreshToken } })
	const renewed = await site.call(refreshTokens, { body: { refreshToken: admin.refreshToken } })
	const later = await site.call(searchPeople, { query: { search: 'ann_lee' } }, { ...admin, ...renewed.tokens })
	expect(later.people[0]).toMatchObject({ passkeyCount: 1, hasSecondFactor: true, lastSeenOn: '2026-11-23' })
})

test('accounts come page by page, each once, with and without a search', async () => {
	await using site = await startSite()
	const admin = await registerAdmin(site, 'Keeper')
	for (let index = 0; index < 7; index++) await site.register(`Mara_${index}`)
	for (const search of ['', 'mara', 'mara_5@']) {
		const names: string[] = []
		let cursor: string | undefined
		do {
			const query = { search, limit: 3, ...(cursor === undefined ? {} : { cursor }) }
			const page = await site.call(searchPeople, { query }, admin)
			names.push(...page.people.map(({ username }) => username))
			cursor = page.nextCursor ?? undefined
		} while (cursor)
		expect(new Set(names).size).toBe(names.length)
		expect(names).toHaveLength(search === '' ? 8 : search === 'mara' ? 7 : 1)
	}
	const staff = await site.call(searchPeople, { query: { role: 'admin' } }, admin)
	expect(staff.people.map(({ username }) => username)).toEqual(['Keeper'])
})

test('each search is recorded with its words before anything is shown', async () => {
	await using site = await startSite()
	const admin = await registerAdmin(site, 'Keeper')
	const member = await site.register('Ann')
	await site.call(searchPeople, { query: { search: ' Ann@Example ' } }, admin)
	site.time.now += 1000
	await site.call(setRole, { params: { id: member.user.id }, body: { role: 'moderator' } }, admin)
	const { accesses } = await site.call(listAccesses, { query: {} }, admin)
	expect(accesses).toMatchObject([
		{ admin: { username: 'Keeper' }, kind: 'role', search: null, subject: { username: 'Ann' }, role: 'moderator' },
		{ admin: { username: 'Keeper' }, kind: 'search', search: 'ann@example', subject: null, role: null },
	])
})

test('a role counts from the next request, and members and moderators find no addresses', async () => {
	await using site = await startSite()
	const admin = await registerAdmin(site)
	const member = await site.register()
	const change = (role: 'member' | 'moderator' | 'admin') =>
		site.call(setRole, { params: { id: member.user.id }, body: { role } }, admin)
	for (const role of ['member', 'moderator'] as const) {
		expect((await change(role)).role).toBe(role)
		expect((await site.refusal(searchPeople, { query: {} }, member)).code).toBe(ROLE_NEEDED.admin.code)
		expect((await site.refusal(listAccesses, { query: {} }, member)).code).toBe(ROLE_NEEDED.admin.code)
	}
	await change('admin')
	expect((await site.call(searchPeople, { query: {} }, member)).people).toHaveLength(2)
	await change('member')
	expect((await site.refusal(searchPeople, { query: {} }, member)).code).toBe(ROLE_NEEDED.admin.code)
	const missing = { params: { id: nobody }, body: { role: 'admin' } } as const
	expect((await site.refusal(setRole, missing, admin)).code).toBe(PERSON_NOT_FOUND.code)
})

test('the last admin keeps the role, also when two take it from each other at once', async () => {
	await using site = await startSite()
	const [one, other] = [await registerAdmin(site), await registerAdmin(site)]
	const demote = (by: typeof one, whom: typeof one) =>
		site.call(setRole, { params: { id: whom.user.id }, body: { role: 'member' } }, by)
	await Promise.allSettled([demote(one, other), demote(other, one)])
	const { n } = await site.services.db
		.selectFrom('users')
		.select(({ fn }) => fn.countAll<string>().as('n'))
		.where('role', '=', 'admin')
		.executeTakeFirstOrThrow()
	expect(Number(n)).toBe(1)
	await site.services.db.updateTable('users').set({ role: 'admin' }).where('id', '=', one.user.id).execute()
	await site.services.db.updateTable('users').set({ role: 'member' }).where('id', '=', other.user.id).execute()
	const itself = { params: { id: one.user.id }, body: { role: 'moderator' } } as const
	expect((await site.refusal(setRole, itself, one)).code).toBe(LAST_ADMIN.code)
})
