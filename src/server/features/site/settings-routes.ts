import { domainToUnicode } from 'node:url'
import {
	blockDomains,
	DOMAIN_NOT_FOUND,
	getRules,
	getSiteSettings,
	listBlockedDomains,
	NO_RULES,
	SETTINGS_CHANGED,
	TOO_MANY_DOMAINS,
	unblockDomain,
	updateSiteSettings,
} from '#contract/site-settings.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { AppError, conflict, notFound } from '#server/http/errors.ts'
import { requireHeldRole } from '#server/http/held-role.ts'
import type { Services } from '#server/services.ts'
import { addDomains, countDomains, deleteDomain, listDomains } from './queries.ts'

const DOMAINS_PER_PAGE = 50

/** Registers the routes of what admins set, and of the rules that everyone reads. */
export function siteSettingsRoutes(app: App, services: Services): void {
	const { db, keys, siteSettings } = services

	app.route({
		...getRules,
		async handler() {
			const rules = await siteSettings.getRules()
			if (!rules) throw notFound(NO_RULES)
			return rules
		},
	})

	app.route({
		...getSiteSettings,
		async handler() {
			return { settings: await siteSettings.get() }
		},
	})

	app.route({
		...updateSiteSettings,
		async handler(request) {
			const isSaved = await siteSettings.save(request.body, (db) => requireHeldRole(db, request))
			const settings = await siteSettings.get()
			if (!isSaved) throw conflict(SETTINGS_CHANGED, { settings })
			request.log.info({ user: request.viewer?.userId, version: settings.version }, 'site settings changed')
			return { success: true as const, settings }
		},
	})

	app.route({
		...listBlockedDomains,
		async handler(request) {
			const { cursor } = request.query
			const after = cursor === undefined ? undefined : String(decodeCursor(keys.cursors, 'domains', cursor)[0])
			const rows = await listDomains(db, after, DOMAINS_PER_PAGE)
			const page = rows.slice(0, DOMAINS_PER_PAGE)
			const last = page.at(-1)
			return {
				domains: page.map(({ domain, created_at }) => ({ domain, createdAt: created_at })),
				totalCount: await countDomains(db),
				nextCursor: last && rows.length > page.length ? encodeCursor(keys.cursors, 'domains', [last.domain]) : null,
			}
		},
	})

	app.route({
		...blockDomains,
		async handler(request, reply) {
			const domains = request.body.domains.map(toDomainKey)
			const added = await inTransaction(db, async (db) => {
				await requireHeldRole(db, request)
				const added = await addDomains(db, domains, now(services))
				if (added === undefined) throw new AppError(400, TOO_MANY_DOMAINS)
				return added
			})
			reply.code(201)
			return { success: true as const, added }
		},
	})

	app.route({
		...unblockDomain,
		async handler(request) {
			const isDeleted = await inTransaction(db, async (db) => {
				await requireHeldRole(db, request)
				return deleteDomain(db, toDomainKey(request.params.domain))
			})
			if (!isDeleted) throw notFound(DOMAIN_NOT_FOUND)
			return { success: true as const }
		},
	})
}

/** Converts a domain to its form in the keys of email addresses. */
function toDomainKey(domain: string): string {
	const key = domain.normalize('NFC').toLowerCase()
	return key.includes('xn--') ? domainToUnicode(key) || key : key
}
