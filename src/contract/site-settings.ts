import type { Static } from 'typebox'
import * as Type from 'typebox'
import { ACCENT_PATTERN } from './accent.ts'
import { endpoint } from './endpoint.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { REGISTRATION_MODES } from './registration-modes.ts'
import { nullable, oneOf, SuccessResponse, success, Time } from './shapes.ts'

const SAVE_FAILED = 'Failed to save the settings. Please try again.'

/** Someone else has saved the settings since they were read. The body has the present `settings`. */
export const SETTINGS_CHANGED = {
	code: 'settings_changed',
	error: 'Someone else has changed the settings meanwhile. Please check them and save again.',
} as const
export const NO_RULES = { code: 'no_rules', error: 'This site has no rules of its own' } as const
export const DOMAIN_NOT_FOUND = { code: 'domain_not_found', error: 'This domain is not blocked' } as const
export const TOO_MANY_DOMAINS = {
	code: 'too_many_domains',
	error: `You can block up to ${formatLimit(LIMITS.blockedDomains)} domains`,
} as const

/** Of rules that cannot be shown. */
export const RULES_TOO_NESTED = 'The rules have too many nested quotes and lists'

const NAME_MISSING = 'Please enter the name of the site'
const BAD_CONTACT = 'Please enter a contact address'
const BAD_ACCENT = 'Please choose a color, such as #f6a93b'
const tooLong = (what: string, limit: number) => ({
	maxLength: `${what} must be ${formatLimit(limit)} characters or less`,
})

/** Whose role needs a second factor, a week after it began to; `moderators` includes admins. */
export const SECOND_FACTOR_FOR = ['nobody', 'admins', 'moderators'] as const
export type SecondFactorFor = (typeof SECOND_FACTOR_FOR)[number]

/** Who may add games that the catalog lacks from its sources. */
export const CATALOG_GROWTH = ['members', 'moderators', 'off'] as const
export type CatalogGrowth = (typeof CATALOG_GROWTH)[number]

/** What admins set: the words, the color and the doors of the site. */
const input = {
	name: Type.String({
		minLength: 1,
		maxLength: LIMITS.siteNameMax,
		sentences: { required: NAME_MISSING, type: NAME_MISSING, ...tooLong('The name', LIMITS.siteNameMax) },
	}),
	/** In a sentence or two, for search engines and the About page. */
	description: nullable(
		Type.String({
			maxLength: LIMITS.siteDescriptionMax,
			sentences: tooLong('The description', LIMITS.siteDescriptionMax),
		}),
	),
	/** Markdown. */
	rules: nullable(Type.String({ maxLength: LIMITS.rulesMax, sentences: tooLong('The rules', LIMITS.rulesMax) })),
	contactEmail: Type.String({
		maxLength: LIMITS.emailMax,
		// Mail servers of a local network have short names
		pattern: '^[^\\s<>@]+@[^\\s<>@]+$',
		sentences: { required: BAD_CONTACT, pattern: BAD_CONTACT, maxLength: BAD_CONTACT, type: BAD_CONTACT },
	}),
	accent: nullable(
		Type.String({
			pattern: ACCENT_PATTERN,
			sentences: { required: BAD_ACCENT, pattern: BAD_ACCENT, type: BAD_ACCENT },
		}),
	),
	registration: oneOf(REGISTRATION_MODES),
	/** Whether members may invite people, not only moderators and admins. */
	membersInvite: Type.Boolean(),
	/** Left out, it stays as it is. */
	secondFactorFor: Type.Optional(oneOf(SECOND_FACTOR_FOR)),
	/** Left out, it stays as it is. */
	catalogGrowth: Type.Optional(oneOf(CATALOG_GROWTH)),
}

export const SiteSettings = Type.Object({
	name: Type.String(),
	description: nullable(Type.String()),
	rules: nullable(Type.String()),
	contactEmail: Type.String(),
	accent: nullable(Type.String()),
	registration: oneOf(REGISTRATION_MODES),
	membersInvite: Type.Boolean(),
	/** Whose role needs a second factor. */
	secondFactorFor: oneOf(SECOND_FACTOR_FOR),
	/** Who may add games from the sources. */
	catalogGrowth: oneOf(CATALOG_GROWTH),
	/** Grows with each change. */
	version: Type.Integer(),
	/** Grows with each change of the rules; 0 before the first ones. */
	rulesVersion: Type.Integer(),
})
export type SiteSettings = Static<typeof SiteSettings>

/** New settings, and the version that they were made from. */
export const SiteSettingsUpdate = Type.Object({ ...input, version: Type.Integer({ minimum: 0 }) })
export type SiteSettingsUpdate = Static<typeof SiteSettingsUpdate>

export const getSiteSettings = endpoint({
	method: 'GET',
	url: '/api/admin/settings',
	config: { summary: "Get the site's settings", auth: 'admin', failure: 'Failed to load the settings' },
	schema: { response: { 200: Type.Object({ settings: SiteSettings }) } },
})

export const updateSiteSettings = endpoint({
	method: 'PUT',
	url: '/api/admin/settings',
	config: {
		summary: "Replace the site's settings; every process follows within seconds",
		auth: 'admin',
		failure: SAVE_FAILED,
		refusals: { 409: [{ ...SETTINGS_CHANGED, extra: { settings: SiteSettings } }] },
		needsProof: 'everyone',
	},
	schema: { body: SiteSettingsUpdate, response: { 200: Type.Object({ success, settings: SiteSettings }) } },
})

export const getRules = endpoint({
	method: 'GET',
	url: '/api/rules',
	config: {
		summary: "Get the site's rules as HTML, which people accept when they sign up",
		auth: 'nobody',
		failure: 'Failed to load the rules',
		missing: NO_RULES,
		refusals: { 404: [NO_RULES] },
	},
	schema: { response: { 200: Type.Object({ html: Type.String(), version: Type.Integer() }) } },
})

const BAD_DOMAIN = 'Please enter domains such as mail.example'

/** The part of an email address behind the @. */
const Domain = Type.String({
	minLength: 1,
	maxLength: LIMITS.domainMax,
	pattern:
		'^(?:[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?\\.)*[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?$',
	sentences: { required: BAD_DOMAIN, type: BAD_DOMAIN, pattern: BAD_DOMAIN, maxLength: BAD_DOMAIN },
})

export const BlockedDomain = Type.Object({ domain: Type.String(), createdAt: Time() })
export type BlockedDomain = Static<typeof BlockedDomain>

/** Domains to block, each with its subdomains. */
export const NewDomains = Type.Object({
	domains: Type.Array(Domain, {
		minItems: 1,
		maxItems: LIMITS.domainsPerCall,
		sentences: {
			minItems: BAD_DOMAIN,
			maxItems: `You can add ${formatLimit(LIMITS.domainsPerCall)} domains at once`,
		},
	}),
})

export const listBlockedDomains = endpoint({
	method: 'GET',
	url: '/api/admin/domains',
	config: {
		summary: 'List the blocked email domains, by name',
		auth: 'admin',
		failure: 'Failed to load the domains',
	},
	schema: {
		querystring: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 500 })) }),
		response: {
			200: Type.Object({
				domains: Type.Array(BlockedDomain),
				totalCount: Type.Integer(),
				nextCursor: nullable(Type.String()),
			}),
		},
	},
})

export const blockDomains = endpoint({
	method: 'POST',
	url: '/api/admin/domains',
	config: {
		summary: 'Block the email addresses of domains and their subdomains, for new accounts and new addresses',
		auth: 'admin',
		failure: 'Failed to block the domains. Please try again.',
		refusals: { 400: [TOO_MANY_DOMAINS] },
	},
	schema: { body: NewDomains, response: { 201: Type.Object({ success, added: Type.Integer() }) } },
})

export const unblockDomain = endpoint({
	method: 'DELETE',
	url: '/api/admin/domains/:domain',
	config: {
		summary: 'Allow the email addresses of a domain again',
		auth: 'admin',
		failure: 'Failed to allow the domain. Please try again.',
		missing: DOMAIN_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ domain: Type.String({ minLength: 1, maxLength: LIMITS.domainMax }) }),
		response: { 200: SuccessResponse },
	},
})
