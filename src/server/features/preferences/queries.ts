import { sql } from 'kysely'
import type { Digest, PreferencesUpdate, SpoilerSetting } from '#contract/preferences.ts'
import type { Db } from '#server/db/tables.ts'

/** The chosen preferences of a user; undefined if they never chose any. */
export function findPreferences(db: Db, userId: string) {
	return db
		.selectFrom('preferences')
		.select(['spoilers', 'digest', 'is_taste_shown', 'notifications', 'stopped_digest', 'stopped_mails'])
		.where('user_id', '=', userId)
		.executeTakeFirst()
}

export interface ChosenPreferences {
	spoilers: SpoilerSetting | undefined
	digest: Digest | undefined
	taste: boolean | undefined
	/** The chosen channels alone. */
	notifications: NonNullable<PreferencesUpdate['notifications']>
}

/**
 * Adds what a user chose to their preferences; concurrent choices add up. A choice of mails forgets what an unsubscribe
 * link has stopped. Returns false if the account is gone or being deleted.
 */
export async function savePreferences(db: Db, userId: string, chosen: ChosenPreferences): Promise<boolean> {
	const { spoilers = null, digest = null, taste = null, notifications } = chosen
	const choosesMail = Object.values(notifications).some((channels) => channels?.mail !== undefined)
	const channels = JSON.stringify(notifications)
	const { rows } = await sql`
		insert into preferences as p (user_id, spoilers, digest, is_taste_shown, notifications)
		select id, coalesce(${spoilers}::text, 'progress'), coalesce(${digest}::text, 'weekly'), coalesce(${taste}::boolean, true), ${channels}::jsonb
		from visible_users where id = ${userId}
		on conflict (user_id) do update set
			spoilers = coalesce(${spoilers}::text, p.spoilers),
			digest = coalesce(${digest}::text, p.digest),
			is_taste_shown = coalesce(${taste}::boolean, p.is_taste_shown),
			notifications = add_channels(p.notifications, ${channels}::jsonb),
			stopped_digest = case when ${digest}::text is null then p.stopped_digest end,
			stopped_mails = case when ${choosesMail}::boolean then null else p.stopped_mails end
		returning user_id`.execute(db)
	return rows.length > 0
}

/** Stops a user's digest, and remembers which it was. */
export async function stopDigest(db: Db, userId: string): Promise<void> {
	await db
		.updateTable('preferences')
		.set({ digest: 'never', stopped_digest: sql`digest` })
		.where('user_id', '=', userId)
		.where('digest', '!=', 'never')
		.execute()
}

/** Restores the digest that a link stopped. */
export async function restoreDigest(db: Db, userId: string): Promise<void> {
	await db
		.updateTable('preferences')
		.set({ digest: sql`stopped_digest`, stopped_digest: null })
		.where('user_id', '=', userId)
		.where('stopped_digest', 'is not', null)
		.execute()
}

/** Turns off the mails of kinds of notifications, and remembers them. */
export async function stopMails(db: Db, userId: string, kinds: readonly string[]): Promise<void> {
	await setMails(db, userId, kinds, { isOn: false, stopped: kinds })
}

/** Turns on the mails of kinds of notifications that a link stopped. */
export async function restoreMails(db: Db, userId: string, kinds: readonly string[]): Promise<void> {
	await setMails(db, userId, kinds, { isOn: true, stopped: null })
}

async function setMails(
	db: Db,
	userId: string,
	kinds: readonly string[],
	{ isOn, stopped }: { isOn: boolean; stopped: readonly string[] | null },
): Promise<void> {
	const channels = JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, { mail: isOn }])))
	await sql`
		update preferences set notifications = add_channels(notifications, ${channels}::jsonb), stopped_mails = ${stopped}::text[]
		where user_id = ${userId}`.execute(db)
}

/** Returns whether an account exists and is not being deleted. */
export async function isAccountActive(db: Db, userId: string): Promise<boolean> {
	const account = await db.selectFrom('visible_users').select('id').where('id', '=', userId).executeTakeFirst()
	return account !== undefined
}

/** Locks the preferences of an account for a change, and adds the defaults if there are none. */
export async function lockPreferences(db: Db, userId: string): Promise<void> {
	await sql`
		insert into preferences as p (user_id) select id from visible_users where id = ${userId}
		on conflict (user_id) do update set user_id = p.user_id`.execute(db)
}
