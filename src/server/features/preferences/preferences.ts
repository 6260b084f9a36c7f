import { NOTIFICATION_KINDS } from '#contract/notifications.ts'
import {
	CHANNELS,
	DEFAULT_PREFERENCES,
	isFixedChannel,
	type Preferences,
	type PreferencesUpdate,
} from '#contract/preferences.ts'
import type { ChosenPreferences } from './queries.ts'

interface PreferencesRow {
	spoilers: Preferences['spoilers']
	digest: Preferences['digest']
	is_taste_shown: Preferences['taste']
	notifications: PreferencesUpdate['notifications']
}

/** Returns the preferences of a row, with the defaults for what was never chosen. */
export function toPreferences(row: PreferencesRow | undefined): Preferences {
	const { spoilers, digest, notifications = {} } = row ?? DEFAULT_PREFERENCES
	const taste = row?.is_taste_shown ?? DEFAULT_PREFERENCES.taste
	const ofEachKind = NOTIFICATION_KINDS.map((kind) => {
		const defaults = DEFAULT_PREFERENCES.notifications[kind]
		const channels = CHANNELS.map((channel) => [
			channel,
			isFixedChannel(kind, channel) ? defaults[channel] : (notifications[kind]?.[channel] ?? defaults[channel]),
		])
		return [kind, Object.fromEntries(channels)]
	})
	return { spoilers, digest, taste, notifications: Object.fromEntries(ofEachKind) }
}

/** Returns the choices of an update that can be made. */
export function pickChoices({ spoilers, digest, taste, notifications = {} }: PreferencesUpdate): ChosenPreferences {
	const ofEachKind = NOTIFICATION_KINDS.map((kind) => {
		const channels = CHANNELS.filter((channel) => !isFixedChannel(kind, channel)).flatMap((channel) => {
			const isOn = notifications[kind]?.[channel]
			return isOn === undefined ? [] : [[channel, isOn]]
		})
		return [kind, Object.fromEntries(channels)] as const
	})
	const chosen = ofEachKind.filter(([, channels]) => Object.keys(channels).length > 0)
	return { spoilers, digest, taste, notifications: Object.fromEntries(chosen) }
}
