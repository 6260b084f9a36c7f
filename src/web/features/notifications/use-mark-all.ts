import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listFollowingActivity, markRead } from '#contract/activity.ts'
import { markNotificationsRead } from '#contract/notifications.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { markAllRead } from '#web/features/activity/mark-all-read.ts'
import { refetchNotifications, showNotificationsRead } from './use-mark-notifications.ts'

/** Marks both parts as read on the server, then shows it. `onFailure` gets a sentence. */
export function useMarkAll(onMarked: () => void, onFailure: (message: string) => void) {
	const client = useQueryClient()
	const [isMarking, setMarking] = useState(false)
	const markAll = async () => {
		setMarking(true)
		try {
			await Promise.all([markAllRead(), call(browserTransport, markNotificationsRead, { body: { all: true } })])
			showNotificationsRead(client, () => true, Number.POSITIVE_INFINITY)
			onMarked()
		} catch (error) {
			if (!(error instanceof ApiError)) throw error
			onFailure(getFailureMessage(error, markRead.config.failure))
			// One part may have been marked
			refetchNotifications(client)
			void client.invalidateQueries({ queryKey: [listFollowingActivity.url] })
		}
		setMarking(false)
	}
	return { isMarking, markAll: () => void markAll() }
}
