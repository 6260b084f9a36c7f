import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from './notifications.ts'
import { oneOf } from './shapes.ts'

/**
 * When texts with spoilers are hidden from a reader: always, unless they have finished the game, or never. Visitors have
 * the default, `progress`.
 */
export const SPOILER_SETTINGS = ['hide', 'progress', 'show'] as const
export type SpoilerSetting = (typeof SPOILER_SETTINGS)[number]

/** How often a mail lists what is unread; none is sent where nothing happened. */
export const DIGESTS = ['never', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

/** Where a notification arrives: in the bell, by mail as it happens, and as a push message. */
export const CHANNELS = ['site', 'mail', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/**
 * Whether a channel of a kind cannot be changed: what moderators write is always on the site and mailed, and what comes of imports is on the
 * site alone.
 */
export function isFixedChannel(kind: NotificationKind, channel: Channel): boolean {
	return (kind === 'moderation' && channel !== 'push') || (kind === 'import' && channel !== 'site')
}

const ofEachKind = <S extends TSchema>(schema: S) =>
	Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, schema])) as Record<NotificationKind, S>

export const Preferences = Type.Object({
	spoilers: oneOf(SPOILER_SETTINGS),
	digest: oneOf(DIGESTS),
	/** Whether profiles compare the tastes of their owners with one's own, on theirs and on one's own. */
	taste: Type.Boolean(),
	notifications: Type.Object(
		ofEachKind(Type.Object({ site: Type.Boolean(), mail: Type.Boolean(), push: Type.Boolean() })),
	),
})
export type Preferences = Static<typeof Preferences>

/** The preferences of a new account, and of one that never changed them. */
export const DEFAULT_PREFERENCES: Preferences = {
	spoilers: 'progress',
	digest: 'weekly',
	taste: true,
	notifications: {
		review_like: { site: true, mail: false, push: false },
		comment_like: { site: true, mail: false, push: false },
		list_like: { site: true, mail: false, push: false },
		comment: { site: true, mail: false, push: false },
		reply: { site: true, mail: false, push: false },
		mention: { site: true, mail: false, push: false },
		follow: { site: true, mail: false, push: false },
		list_copy: { site: true, mail: false, push: false },
		moderation: { site: true, mail: true, push: false },
		suggestion: { site: true, mail: false, push: false },
		import: { site: true, mail: false, push: false },
		release: { site: true, mail: false, push: false },
	},
}

const channels = Type.Optional(
	Type.Object({
		site: Type.Optional(Type.Boolean()),
		mail: Type.Optional(Type.Boolean()),
		push: Type.Optional(Type.Boolean()),
	}),
)

/** What is absent stays, and so do the channels that are fixed. */
export const PreferencesUpdate = Type.Object({
	spoilers: Type.Optional(oneOf(SPOILER_SETTINGS)),
	digest: Type.Optional(oneOf(DIGESTS)),
	taste: Type.Optional(Type.Boolean()),
	notifications: Type.Optional(Type.Object(ofEachKind(channels))),
})
export type PreferencesUpdate = Static<typeof PreferencesUpdate>

const Answer = Type.Object({ preferences: Preferences })

export const getPreferences = endpoint({
	method: 'GET',
	url: '/api/auth/preferences',
	config: {
		summary: 'Get your preferences: spoilers, mails, notifications and whether tastes are compared',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to load your preferences',
	},
	schema: { response: { 200: Answer } },
})

export const updatePreferences = endpoint({
	method: 'PUT',
	url: '/api/auth/preferences',
	config: {
		summary: 'Change some of your preferences; absent ones stay unchanged',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to save your preferences',
		limit: 'write',
	},
	schema: { body: PreferencesUpdate, response: { 200: Answer } },
})
