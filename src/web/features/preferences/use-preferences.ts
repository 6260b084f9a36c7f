import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { NOTIFICATION_KINDS } from '#contract/notifications.ts'
import { getPreferences, type Preferences, type PreferencesUpdate, updatePreferences } from '#contract/preferences.ts'
import { read, useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'

/**
 * The viewer's preferences, and a function that changes some of them at once. Each change is sent alone, in its turn, so
 * another tab's changes stay; one that fails is taken back.
 */
export function usePreferences() {
	const client = useQueryClient()
	const reading = useRead(getPreferences, {}, { refetchOnMount: 'always', refetchOnWindowFocus: 'always' })
	const [waiting, setWaiting] = useState<readonly PreferencesUpdate[]>([])
	const dropFirst = () => setWaiting((updates) => updates.slice(1))
	const { queryKey } = read(getPreferences, {})
	const { send, error, isDone } = useSend(updatePreferences, {
		// `waiting` has them in their turn
		isConcurrent: true,
		onDone: (answer) => {
			client.setQueryData(queryKey, answer)
			dropFirst()
		},
		onError: dropFirst,
	})
	const [next] = waiting
	const sendUpdate = useEffectEvent((update: PreferencesUpdate) => send({ body: update }))
	// Sends the first of the waiting changes
	useEffect(() => {
		if (next) sendUpdate(next)
	}, [next])
	return {
		reading,
		/** With the changes that are not sent yet; undefined until they have loaded. */
		preferences: reading.data && waiting.reduce(applyUpdate, reading.data.preferences),
		change: (update: PreferencesUpdate) => {
			// Its answer would be older than the change
			void client.cancelQueries({ queryKey })
			setWaiting((updates) => [...updates, update])
		},
		isSaving: waiting.length > 0,
		isSaved: waiting.length === 0 && isDone,
		failure: waiting.length === 0 && error ? getFailureMessage(error, updatePreferences.config.failure) : null,
	}
}

function applyUpdate(preferences: Preferences, { notifications = {}, ...update }: PreferencesUpdate): Preferences {
	const ofEachKind = NOTIFICATION_KINDS.map((kind) => [
		kind,
		{ ...preferences.notifications[kind], ...notifications[kind] },
	])
	return { ...preferences, ...update, notifications: Object.fromEntries(ofEachKind) }
}
