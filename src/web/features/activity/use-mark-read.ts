import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Activity, getUnreadCount, listFollowingActivity, markRead } from '#contract/activity.ts'
import { LIMITS } from '#contract/limits.ts'
import type { ResponseBody } from '#web/app/api-client.ts'
import { read, useSend } from '#web/app/data.tsx'

type ReadMark = Pick<Activity, 'id' | 'activityType'>

// Batches the marks made while the pointer moves over the feed.
const BATCH_MS = 250
const RECOUNT_DELAY_MS = 1000

/**
 * Marks activities as read: optimistically in the cache, then on the server in batches, and refetches the unread count
 * a second later. If a batch fails, `error` is set and the feed is refetched, so its activities are unread again.
 */
export function useMarkRead() {
	const client = useQueryClient()
	const pending = useRef<ReadMark[]>([])
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const refetchCount = () => void client.invalidateQueries({ queryKey: [getUnreadCount.url] })
	const { send, error, reset } = useSend(markRead, {
		isConcurrent: true,
		onDone: () => void setTimeout(refetchCount, RECOUNT_DELAY_MS),
		onError: () => {
			refetchCount()
			void client.invalidateQueries({ queryKey: [listFollowingActivity.url] })
		},
	})
	const flush = () => {
		clearTimeout(timer.current)
		const activities = pending.current.splice(0, LIMITS.maxMarkedPerCall)
		if (activities.length > 0) send({ body: { activities } })
	}
	// Send the pending batch when the feed closes.
	const latestFlush = useRef(flush)
	latestFlush.current = flush
	useEffect(() => () => latestFlush.current(), [])
	return {
		error,
		reset,
		mark: ({ id, activityType }: ReadMark) => {
			if (pending.current.some((other) => other.id === id)) return
			pending.current.push({ id, activityType })
			markReadInCache(client, (activity) => activity.id === id, 1)
			clearTimeout(timer.current)
			if (pending.current.length === LIMITS.maxMarkedPerCall) flush()
			else timer.current = setTimeout(flush, BATCH_MS)
		},
		/** Marks everything as read in the cache only. */
		showAllRead: () => markReadInCache(client, () => true, Number.POSITIVE_INFINITY),
		/** Refetches the count and the feed after a second. */
		scheduleRefetch: () =>
			void setTimeout(() => {
				refetchCount()
				void client.invalidateQueries({ queryKey: [listFollowingActivity.url] })
			}, RECOUNT_DELAY_MS),
	}
}

function markReadInCache(
	client: ReturnType<typeof useQueryClient>,
	isMarked: (activity: Activity) => boolean,
	count: number,
): void {
	client.setQueriesData<ResponseBody<typeof listFollowingActivity>>(
		{ queryKey: [listFollowingActivity.url] },
		(feed) =>
			feed && {
				...feed,
				unreadCount: Math.max(0, feed.unreadCount - count),
				activities: feed.activities.map((activity) => (isMarked(activity) ? { ...activity, isRead: true } : activity)),
			},
	)
	client.setQueryData(
		read(getUnreadCount, {}).queryKey,
		(answer) => answer && { ...answer, count: Math.max(0, answer.count - count) },
	)
}
