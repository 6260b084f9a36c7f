import { listFollowingActivity, markRead } from '#contract/activity.ts'
import { call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'

const PAGE_SIZE = 50

/** Marks all unread activities as read, page by page. Throws `ApiError`. */
export async function markAllRead(): Promise<void> {
	let cursor: string | undefined
	do {
		const query = { limit: PAGE_SIZE, unreadOnly: true, ...(cursor === undefined ? {} : { cursor }) }
		const page = await call(browserTransport, listFollowingActivity, { query })
		const activities = page.activities.map(({ id, activityType }) => ({ id, activityType }))
		if (activities.length > 0) await call(browserTransport, markRead, { body: { activities } })
		cursor = page.nextCursor ?? undefined
	} while (cursor !== undefined)
}
