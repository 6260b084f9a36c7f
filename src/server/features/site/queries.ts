import { type Selectable, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { SiteSettingsUpdate } from '#contract/site-settings.ts'
import type { Db, Tables } from '#server/db/tables.ts'

export type SettingsRow = Omit<Selectable<Tables['site_settings']>, 'is_only' | 'rules_html' | 'rules_html_version'> & {
	/** The roles that need a second factor. */
	duties: Role[]
}

/** Reads the settings; undefined before the first change. */
export function readSettings(db: Db): Promise<SettingsRow | undefined> {
	return db
		.selectFrom('site_settings')
		.select([
			'version',
			'name',
			'description',
			'rules',
			'rules_version',
			'contact_email',
			'accent',
			'registration',
			'members_invite',
			'catalog_growth',
		])
		.select(sql<Role[]>`array(select role from second_factor_duties)`.as('duties'))
		.executeTakeFirst()
}

/** Reads the rules and the HTML that was last made of them; undefined before the first change of the settings. */
export function readRules(db: Db) {
	return db
		.selectFrom('site_settings')
		.select(['rules', 'rules_version', 'rules_html', 'rules_html_version'])
		.executeTakeFirst()
}

/**
 * Replaces the settings that have the given version, which is 0 before the first change, with `html` made of the rules.
 * Returns false if they have changed since.
 */
export async function saveSettings(db: Db, update: SiteSettingsUpdate, html: string | null): Promise<boolean> {
	const rules = update.rules || null
	const { rows } = await sql`
		insert into site_settings as present
			(version, name, description, rules, rules_version, rules_html, rules_html_version, contact_email, accent, registration,
				members_invite, catalog_growth)
		select ${update.version}::integer + 1, ${update.name}, ${update.description || null}, ${rules}::text,
			(${rules}::text is not null)::integer, ${html}, (${rules}::text is not null)::integer, ${update.contactEmail},
			${update.accent}, ${update.registration}, ${update.membersInvite}::boolean,
			coalesce(${update.catalogGrowth ?? null}, (select catalog_growth from site_settings), 'members')
		where ${update.version}::integer = 0 or exists (select from site_settings)
		on conflict (is_only) do update set
			version = excluded.version, name = excluded.name, description = excluded.description, rules = excluded.rules,
			rules_version = present.rules_version
				+ (excluded.rules is not null and excluded.rules is distinct from present.rules)::integer,
			rules_html = excluded.rules_html,
			rules_html_version = present.rules_version
				+ (excluded.rules is not null and excluded.rules is distinct from present.rules)::integer,
			contact_email = excluded.contact_email, accent = excluded.accent, registration = excluded.registration,
			members_invite = excluded.members_invite, catalog_growth = excluded.catalog_growth
		where present.version = ${update.version}::integer
		returning version`.execute(db)
	return rows.length > 0
}

/** Makes these the roles that need a second factor; a week of grace begins for those that did not. */
export async function setDuties(db: Db, roles: readonly Exclude<Role, 'member'>[]): Promise<void> {
	await sql`delete from second_factor_duties where role <> all(${roles}::text[])`.execute(db)
	await sql`insert into second_factor_duties (role) select unnest(${roles}::text[]) on conflict do nothing`.execute(db)
}

/** Lists blocked domains by name, after one of them, and one more than `limit`. */
export function listDomains(db: Db, after: string | undefined, limit: number) {
	const rows = db
		.selectFrom('blocked_email_domains')
		.select(['domain', 'created_at'])
		.orderBy('domain')
		.limit(limit + 1)
	return (after === undefined ? rows : rows.where('domain', '>', after)).execute()
}

/** Counts the blocked domains, of which there are at most `LIMITS.blockedDomains`. */
export async function countDomains(db: Db): Promise<number> {
	const { rows } = await sql<{ n: number }>`select count(*)::int as n from blocked_email_domains`.execute(db)
	return rows[0]?.n ?? 0
}

/** Blocks domains in an open transaction. Returns how many are new, or undefined if there would be too many. */
export async function addDomains(db: Db, domains: readonly string[], at: string): Promise<number | undefined> {
	// One call at a time, so that the count is exact
	await sql`lock table blocked_email_domains in share row exclusive mode`.execute(db)
	const { rows } = await sql`
		insert into blocked_email_domains (domain, created_at)
		select distinct unnest(${domains}::text[]), ${at}::timestamptz on conflict do nothing returning domain`.execute(db)
	return (await countDomains(db)) > LIMITS.blockedDomains ? undefined : rows.length
}

export async function deleteDomain(db: Db, domain: string): Promise<boolean> {
	const deleted = await db
		.deleteFrom('blocked_email_domains')
		.where('domain', '=', domain)
		.returning('domain')
		.executeTakeFirst()
	return deleted !== undefined
}

/** Returns whether one of the domains is blocked. */
export async function isAnyDomainBlocked(db: Db, domains: readonly string[]): Promise<boolean> {
	const { rows } = await sql`
		select from blocked_email_domains where domain = any(${domains}::text[]) limit 1`.execute(db)
	return rows.length > 0
}
