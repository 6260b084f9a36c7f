import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { checkUsername, register, setUsername } from '#contract/sessions.ts'
import { clearUsername, PASSWORD, startSite, type TestSite } from '#kit/site.ts'
import { deleteAccountAsOperator } from './operator-deletion.ts'
import { deleteOldUsernames } from './queries-deleted-usernames.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const UNAVAILABLE = { status: 409, code: 'username_taken', message: 'This username is not available' }

const check = (site: TestSite, username: string) => site.call(checkUsername, { query: { username } })
const toBody = (username: string, more: object = {}) => ({
	body: { username, email: `again.${username}@example.org`, password: PASSWORD, ...more },
})

/** How an account goes. */
const DELETIONS: Readonly<Record<string, (site: TestSite) => Promise<unknown>>> = {
	'by its owner': async (site) =>
		site.call(deleteAccount, { body: { password: PASSWORD } }, await site.register('Vanishing_1')),
	'by the operator': async (site) =>
		deleteAccountAsOperator(site.services, (await site.register('Vanishing_1')).user.id, site.app.log),
}

for (const [how, deleteIt] of Object.entries(DELETIONS))
	test(`the username of an account deleted ${how} is free again after 180 days`, async () => {
		await using site = await startSite()
		await deleteIt(site)
		expect(await check(site, 'vanishing_1')).toMatchObject({ available: false, message: UNAVAILABLE.message })
		expect(await site.refusal(register, toBody('VANISHING_1'))).toMatchObject(UNAVAILABLE)
		site.time.now += 180 * DAY_MS - 1
		expect((await check(site, 'Vanishing_1')).available).toBe(false)
		site.time.now += 1
		expect((await check(site, 'Vanishing_1')).available).toBe(true)
		await site.call(register, toBody('Vanishing_1'))
	})

test('the username of a deleted account can be chosen after a social login or asked for no more than registered', async () => {
	await using site = await startSite()
	const ann = await site.register()
	await clearUsername(site, ann)
	await DELETIONS['by its owner']?.(site)
	expect(await site.refusal(setUsername, { body: { username: 'Vanishing_1' } }, ann)).toMatchObject(UNAVAILABLE)
	await site.call(setUsername, { body: { username: 'Vanishing_2' } }, ann)
	const { rulesVersion, ...settings } = await site.services.siteSettings.get()
	await site.services.siteSettings.save({ ...settings, registration: 'approval' })
	const reason = 'I have played since the nineties.'
	expect(await site.refusal(register, toBody('Vanishing_1', { reason }))).toMatchObject(UNAVAILABLE)
})

test('nothing of the username is stored but a hash, which goes with the 180 days', async () => {
	await using site = await startSite()
	await DELETIONS['by its owner']?.(site)
	const list = () => site.services.db.selectFrom('deleted_usernames').selectAll().execute()
	const [row] = await list()
	expect(row?.hash).toMatch(/^[\w-]{43}$/)
	const before = new Date(site.time.now - 1).toISOString()
	await deleteOldUsernames(site.services.db, before)
	expect(await list()).toHaveLength(1)
	await deleteOldUsernames(site.services.db, new Date(site.time.now).toISOString())
	expect(await list()).toEqual([])
})
