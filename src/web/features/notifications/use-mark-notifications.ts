import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getUnreadCount } from '#contract/activity.ts'
import { LIMITS } from '#contract/limits.ts'
import { listMyNotifications, markNotificationsRead, type Notification } from '#contract/notifications.ts'
import type { ResponseBody } from '#web/app/api-client.ts'
import { read, useSend } from '#web/app/data.tsx'

// Batches the marks made while the pointer moves over the list.
const BATCH_MS = 250

/**
 * Marks notifications as read: optimistically in the cache, then on the server in batches. If a batch fails, `error` is
 * set and the list is refetched, so its notifications are unread again.
 */
export function useMarkNotifications() {
	const client = useQueryClient()
	const pending = useRef(new Set<string>())
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const { send, error, reset } = useSend(markNotificationsRead, {
		isConcurrent: true,
		onError: () => refetchNotifications(client),
	})
	const flush = () => {
		clearTimeout(timer.current)
		const ids = [...pending.current]
		pending.current.clear()
		if (ids.length > 0) send({ body: { ids } })
	}
	// Send the pending batch when the list closes.
	const latestFlush = useRef(flush)
	latestFlush.current = flush
	useEffect(() => () => latestFlush.current(), [])
	return {
		error,
		reset,
		mark: ({ id, isRead }: Notification) => {
			if (isRead || pending.current.has(id)) return
			pending.current.add(id)
			showNotificationsRead(client, (notification) => notification.id === id, 1)
			clearTimeout(timer.current)
			if (pending.current.size === LIMITS.maxMarkedPerCall) flush()
			else timer.current = setTimeout(flush, BATCH_MS)
		},
	}
}

/** Fetches the unread counts and the notifications again. */
export function refetchNotifications(client: QueryClient): void {
	for (const { url } of [getUnreadCount, listMyNotifications]) void client.invalidateQueries({ queryKey: [url] })
}

/** Shows notifications as read in the cache only, and reduces the unread count by at most `count`. */
export function showNotificationsRead(
	client: QueryClient,
	isMarked: (notification: Notification) => boolean,
	count: number,
): void {
	client.setQueriesData<ResponseBody<typeof listMyNotifications>>(
		{ queryKey: [listMyNotifications.url] },
		(page) =>
			page && {
				...page,
				unreadCount: Math.max(0, page.unreadCount - count),
				notifications: page.notifications.map((one) => (isMarked(one) ? { ...one, isRead: true } : one)),
			},
	)
	client.setQueryData(
		read(getUnreadCount, {}).queryKey,
		(answer) => answer && { ...answer, you: Math.max(0, answer.you - count) },
	)
}
