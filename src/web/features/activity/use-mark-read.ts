import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Activity, getUnreadCount, listNotifications, markRead } from '#contract/activity.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Answer } from '#web/app/api-client.ts'
import { read, useSend } from '#web/app/data.tsx'

type Mark = Pick<Activity, 'id' | 'activityType'>

// Marks that come shortly after each other, as a pointer passes over the feed, are sent together.
const BATCH_MS = 250
const RECOUNT_DELAY_MS = 1000

/**
 * Marks activities as read: here at once, the count with them, on the server a moment later; the count is asked for
 * again a second after that. `error` says why the last ones could not be marked; they are unread again.
 */
export function useMarkRead() {
	const client = useQueryClient()
	const waiting = useRef<Mark[]>([])
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const readAgain = () => void client.invalidateQueries({ queryKey: [getUnreadCount.url] })
	const { send, error, reset } = useSend(markRead, {
		isConcurrent: true,
		onDone: () => void setTimeout(readAgain, RECOUNT_DELAY_MS),
		onRefused: () => {
			readAgain()
			void client.invalidateQueries({ queryKey: [listNotifications.url] })
		},
	})
	const flush = () => {
		clearTimeout(timer.current)
		const activities = waiting.current.splice(0, LIMITS.markedAtOnce)
		if (activities.length > 0) send({ body: { activities } })
	}
	// What was passed over before the feed was closed is sent at the end. The network is outside.
	const last = useRef(flush)
	last.current = flush
	useEffect(() => () => last.current(), [])
	return {
		error,
		reset,
		mark: ({ id, activityType }: Mark) => {
			if (waiting.current.some((other) => other.id === id)) return
			waiting.current.push({ id, activityType })
			showAsRead(client, (activity) => activity.id === id, 1)
			clearTimeout(timer.current)
			if (waiting.current.length === LIMITS.markedAtOnce) flush()
			else timer.current = setTimeout(flush, BATCH_MS)
		},
		/** Shows everything as read. */
		showAllRead: () => showAsRead(client, () => true, Number.POSITIVE_INFINITY),
		/** Asks for the count and the feed again, a second from now. */
		recount: () =>
			void setTimeout(() => {
				readAgain()
				void client.invalidateQueries({ queryKey: [listNotifications.url] })
			}, RECOUNT_DELAY_MS),
	}
}

function showAsRead(
	client: ReturnType<typeof useQueryClient>,
	isMarked: (activity: Activity) => boolean,
	count: number,
): void {
	client.setQueriesData<Answer<typeof listNotifications>>(
		{ queryKey: [listNotifications.url] },
		(feed) =>
			feed && {
				...feed,
				unreadCount: Math.max(0, feed.unreadCount - count),
				activities: feed.activities.map((activity) => (isMarked(activity) ? { ...activity, isRead: true } : activity)),
			},
	)
	client.setQueryData(
		read(getUnreadCount, {}).queryKey,
		(answer) => answer && { count: Math.max(0, answer.count - count) },
	)
}
