import { expect, test } from 'vitest'
import { changeEmail, changePassword, deleteAccount, forgotPassword, getDeletion } from '#contract/account.ts'
import { PASSWORD, startSite, type TestSite } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { finishDeletions } from '#server/jobs/finish-deletions.ts'
import { hideAccount } from './queries-deletions.ts'

const HOUR_MS = 60 * 60 * 1000

/** A site whose mail server can be unavailable. */
async function startSiteWithOutages() {
	const server = { isAvailable: false }
	const site = await startSite({
		async deliver() {
			if (!server.isAvailable) throw new Error('The mail server is unavailable')
		},
	})
	return { server, site }
}

/** Ends the outage, and returns the subjects of all mails that arrive. */
async function receive(server: { isAvailable: boolean }, site: TestSite): Promise<string[]> {
	await site.services.mail.waitUntilIdle(site.app.log)
	server.isAvailable = true
	site.time.now += 60_000
	await site.services.mail.waitUntilIdle(site.app.log)
	expect(await site.services.db.selectFrom('outgoing_mails').select('id').execute()).toEqual([])
	return site.mails.map(({ subject, to }) => `${to}: ${subject}`).sort()
}

test('a link that a later one has replaced is not mailed', async () => {
	const { server, site } = await startSiteWithOutages()
	await using _ = site
	const ann = await site.register('Ann')
	for (const email of ['mistyped@example.net', 'ann@example.net']) {
		await site.call(changeEmail, { body: { email, currentPassword: PASSWORD } }, ann)
		await site.services.mail.waitUntilIdle(site.app.log)
	}
	expect(await receive(server, site)).toEqual([
		'Ann@example.org: Confirm your email address',
		'Ann@example.org: Your email address is about to change',
		'Ann@example.org: Your email address is about to change',
		'ann@example.net: Confirm your new email address',
	])
})

test('a password link is not mailed after the password was changed', async () => {
	const { server, site } = await startSiteWithOutages()
	await using _ = site
	const ann = await site.register('Ann')
	await site.call(forgotPassword, { body: { email: ann.user.email } })
	await site.services.mail.waitUntilIdle(site.app.log)
	const body = { currentPassword: PASSWORD, newPassword: 'Better2Battery' }
	await site.call(changePassword, { body }, ann)
	expect(await receive(server, site)).toEqual([
		'Ann@example.org: Confirm your email address',
		'Ann@example.org: Your password was changed',
	])
})

test('a verification link is not mailed once the address is confirmed', async () => {
	const { server, site } = await startSiteWithOutages()
	await using _ = site
	const ann = await site.register('Ann')
	await site.services.mail.waitUntilIdle(site.app.log)
	await site.services.db.deleteFrom('mail_tokens').execute()
	await site.services.db.updateTable('users').set({ email_verified_at: '2026-11-21T12:00:00Z' }).execute()
	await site.call(forgotPassword, { body: { email: ann.user.email } })
	await site.call(forgotPassword, { body: { email: 'nobody@example.org' } })
	expect(await receive(server, site)).toEqual(['Ann@example.org: Choose a new password'])
})

test('a deleted account gets only the mail about its deletion, and the deletion is complete once that is sent', async () => {
	const { server, site } = await startSiteWithOutages()
	await using _ = site
	const ann = await site.register('Ann')
	await site.call(forgotPassword, { body: { email: ann.user.email } })
	const body = { currentPassword: PASSWORD, newPassword: 'Better2Battery' }
	await site.call(changePassword, { body }, ann)
	const { confirmationCode: code } = await site.call(deleteAccount, { body: { password: 'Better2Battery' } }, ann)
	await site.services.purges.resume()
	const getStatus = async () => {
		await finishDeletions(site.services)
		return (await site.call(getDeletion, { params: { code } })).status
	}
	site.time.now += 3 * HOUR_MS
	expect(await getStatus()).toBe('processing')
	expect(await receive(server, site)).toEqual(['Ann@example.org: Your account was deleted'])
	expect(site.mails[0]?.text).toContain(code)
	expect(await getStatus()).toBe('completed')
})

test('a deletion drops waiting mails at once, however long the content of the account takes', async () => {
	const { server, site } = await startSiteWithOutages()
	await using _ = site
	const ann = await site.register('Ann')
	const body = { currentPassword: PASSWORD, newPassword: 'Better2Battery' }
	await site.call(changePassword, { body }, ann)
	await hideAccount(site.services.db, ann.user.id, 'A-CODE', now(site.services))
	expect(await receive(server, site)).toEqual([])
})
