import { RULES_TOO_NESTED, type SiteSettings, type SiteSettingsUpdate } from '#contract/site-settings.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isYounger } from '#server/http/age.ts'
import { invalidInput } from '#server/http/errors.ts'
import { readRules, readSettings, type SettingsRow, saveSettings, setDuties } from './queries.ts'
import { renderMarkdown, renderPlain } from './rules.ts'

/** How long a process uses the settings that it has read. */
const FRESH_MS = 1_000

/** The settings that admins change while the site runs. */
export interface SiteSettingsStore {
	/** Returns the settings, at most a second old. */
	get: () => Promise<SiteSettings>
	/**
	 * Returns the settings that the process has, and reads them again in the background once they are a second old: pages
	 * must not wait for the database. Those of the environment while nothing can be read.
	 */
	peek: () => Promise<SiteSettings>
	/** Returns the rules as HTML; undefined if there are none. */
	getRules: () => Promise<{ html: string; version: number } | undefined>
	/**
	 * Replaces the settings of a version. Returns false if they have changed since. Throws 400 if the rules cannot be shown. `check`
	 * runs in the same transaction, and throws if they may not be changed after all.
	 */
	save: (update: SiteSettingsUpdate, check?: (db: Db) => Promise<void>) => Promise<boolean>
}

type Defaults = Pick<Config, 'contactEmail' | 'registration'>

/** Creates the store of a process. Other processes see a change within seconds. */
export function createSiteSettings(db: Db, config: Defaults, clock: () => number): SiteSettingsStore {
	let cached: { settings: SiteSettings; readMs: number } | undefined
	let reading: Promise<SiteSettings> | undefined
	let rendered: { rules: string; html: string } | undefined

	function readAgain(): Promise<SiteSettings> {
		reading ??= readSettings(db)
			.then((row) => {
				const settings = toSettings(row ?? UNCHANGED, config)
				cached = { settings, readMs: clock() }
				return settings
			})
			.finally(() => {
				reading = undefined
			})
		return reading
	}

	const getFresh = () => (cached && isYounger(cached.readMs, FRESH_MS, clock()) ? cached.settings : undefined)

	return {
		get: async () => getFresh() ?? readAgain(),
		async peek() {
			const fresh = getFresh()
			if (fresh) return fresh
			const attempt = readAgain().catch(() => cached?.settings ?? toSettings(UNCHANGED, config))
			return cached?.settings ?? attempt
		},
		async getRules() {
			const row = await readRules(db)
			if (!row || row.rules === null) return undefined
			const { rules, rules_version: version, rules_html: html } = row
			if (html !== null && row.rules_html_version === version) return { html, version }
			// An earlier version of the site has saved them
			if (rendered?.rules !== rules) rendered = { rules, html: renderMarkdown(rules) ?? renderPlain(rules) }
			return { html: rendered.html, version }
		},
		async save(update, check) {
			const html = update.rules ? renderMarkdown(update.rules) : null
			if (html === undefined) throw invalidInput([{ path: 'rules', message: RULES_TOO_NESTED }])
			const isSaved = await inTransaction(db, async (db) => {
				await check?.(db)
				if (!(await saveSettings(db, update, html))) return false
				if (update.secondFactorFor) await setDuties(db, DUTIES[update.secondFactorFor])
				return true
			})
			// What is being read may be older than the change
			await reading?.catch(() => {})
			cached = undefined
			return isSaved
		},
	}
}

/** The roles that need a second factor. */
const DUTIES = { nobody: [], admins: ['admin'], moderators: ['moderator', 'admin'] } as const

const UNCHANGED: SettingsRow = {
	version: 0,
	name: 'Savepoint',
	description: null,
	rules: null,
	rules_version: 0,
	contact_email: null,
	accent: null,
	registration: null,
	members_invite: false,
	catalog_growth: 'members',
	duties: ['admin'],
}

function toSettings(row: SettingsRow, config: Defaults): SiteSettings {
	return {
		version: row.version,
		name: row.name,
		description: row.description,
		rules: row.rules,
		rulesVersion: row.rules_version,
		contactEmail: row.contact_email ?? config.contactEmail,
		accent: row.accent,
		registration: row.registration ?? config.registration,
		membersInvite: row.members_invite,
		catalogGrowth: row.catalog_growth,
		secondFactorFor: row.duties.length === 0 ? 'nobody' : row.duties.includes('moderator') ? 'moderators' : 'admins',
	}
}
