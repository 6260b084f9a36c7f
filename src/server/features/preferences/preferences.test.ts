import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { NOTIFICATION_KINDS } from '#contract/notifications.ts'
import { DEFAULT_PREFERENCES, getPreferences, isFixedChannel, updatePreferences } from '#contract/preferences.ts'
import { startSite } from '#kit/site.ts'
import type { Db } from '#server/db/tables.ts'

const NOBODY = '018f0000-0000-7000-8000-000000000001'

/** The channels that the database would open a notification on, and the digest. */
async function readChannels(db: Db, userId: string) {
	const kinds = await Promise.all(
		NOTIFICATION_KINDS.map(async (kind) => {
			const { rows } = await sql<{ on_site: boolean; by_mail: boolean; by_push: boolean; digest: string }>`
				select * from notification_channels(${userId}::uuid, ${kind})`.execute(db)
			const [row] = rows
			return [kind, row?.digest, { site: row?.on_site, mail: row?.by_mail, push: row?.by_push }] as const
		}),
	)
	return {
		digest: kinds[0]?.[1],
		notifications: Object.fromEntries(kinds.map(([kind, , channels]) => [kind, channels])),
	}
}

test('a new account has the defaults of the contract, and the database has the same', async () => {
	await using site = await startSite()
	const { db } = site.services
	const ann = await site.register('Ann')
	expect(await site.call(getPreferences, {}, ann)).toEqual({ preferences: DEFAULT_PREFERENCES })
	const { digest, notifications } = DEFAULT_PREFERENCES
	expect(await readChannels(db, NOBODY)).toEqual({ digest, notifications })
	await site.call(updatePreferences, { body: {} }, ann)
	expect(await readChannels(db, ann.user.id)).toEqual({ digest, notifications })
	const stored = await db.selectFrom('preferences').select(['spoilers', 'digest']).executeTakeFirst()
	expect(stored).toEqual({ spoilers: DEFAULT_PREFERENCES.spoilers, digest })
})

test('a change leaves what it does not name, and the database opens notifications by it', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	await site.call(updatePreferences, { body: { digest: 'daily', notifications: { reply: { mail: true } } } }, ann)
	const { preferences } = await site.call(
		updatePreferences,
		{ body: { spoilers: 'show', notifications: { reply: { site: false }, follow: { push: true } } } },
		ann,
	)
	expect(preferences).toEqual({
		spoilers: 'show',
		digest: 'daily',
		taste: true,
		notifications: {
			...DEFAULT_PREFERENCES.notifications,
			reply: { site: false, mail: true, push: false },
			follow: { site: true, mail: false, push: true },
		},
	})
	expect(await site.call(getPreferences, {}, ann)).toEqual({ preferences })
	expect(await readChannels(site.services.db, ann.user.id)).toEqual({
		digest: 'daily',
		notifications: preferences.notifications,
	})
	expect(await site.call(getPreferences, {}, ben)).toEqual({ preferences: DEFAULT_PREFERENCES })
})

test('changes at once all count', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	await Promise.all(
		NOTIFICATION_KINDS.map((kind) =>
			site.call(updatePreferences, { body: { notifications: { [kind]: { push: true } } } }, ann),
		),
	)
	const { notifications } = (await site.call(getPreferences, {}, ann)).preferences
	expect(NOTIFICATION_KINDS.filter((kind) => !notifications[kind].push && !isFixedChannel(kind, 'push'))).toEqual([])
})

test('messages of moderators stay on the site and in mails, whatever is sent', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const body = { notifications: { moderation: { site: false, mail: false, push: true } } }
	const { preferences } = await site.call(updatePreferences, { body }, ann)
	expect(preferences.notifications.moderation).toEqual({ site: true, mail: true, push: true })
	expect((await readChannels(site.services.db, ann.user.id)).notifications.moderation).toEqual(
		preferences.notifications.moderation,
	)
	const at = new Date(site.time.now).toISOString()
	const { db } = site.services
	await sql`insert into notifications (user_id, kind, target, text, created_at)
		values (${ann.user.id}, 'moderation', ${NOBODY}, 'Please read the rules.', ${at})`.execute(db)
	expect(await db.selectFrom('notifications').select(['on_site', 'mail_due', 'push_due', 'mail_at']).execute()).toEqual(
		[{ on_site: true, mail_due: true, push_due: true, mail_at: at }],
	)
})

test('unknown words are refused, unknown kinds are not stored, and a deleted account has no preferences', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const headers = { authorization: `Bearer ${ann.accessToken}` }
	const put = (payload: object) => site.app.inject({ method: 'PUT', url: '/api/auth/preferences', headers, payload })
	expect((await put({ digest: 'hourly' })).statusCode).toBe(400)
	expect((await put({ notifications: { reply: { mail: 'yes' } } })).statusCode).toBe(400)
	expect((await put({ notifications: { raid: { mail: true }, reply: { fax: true } } })).statusCode).toBe(200)
	const { db } = site.services
	expect(await db.selectFrom('preferences').select('notifications').execute()).toEqual([{ notifications: {} }])
	await site.call(deleteAccount, { body: { password: ann.password } }, ann)
	expect((await put({ digest: 'never' })).statusCode).toBe(401)
	await site.services.purges.resume()
	expect(await db.selectFrom('preferences').selectAll().execute()).toEqual([])
})
