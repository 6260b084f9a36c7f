import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import { likeComment, unlikeComment } from '#contract/comments.ts'
import { likeList, listLists, unlikeList } from '#contract/lists.ts'
import {
	getPopularReviews,
	likeReview,
	listReviews,
	REVIEW_ALREADY_LIKED,
	type Review,
	unlikeReview,
} from '#contract/reviews.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { createStore } from '#web/ui/store.ts'
import type { LikeTarget } from './remembered-like.ts'

const CALLS = {
	review: { like: likeReview, unlike: unlikeReview },
	comment: { like: likeComment, unlike: unlikeComment },
	list: { like: likeList, unlike: unlikeList },
} as const

const COUNTS = ['likes', 'impressions', 'weeklyImpressions', 'monthlyImpressions', 'yearlyImpressions'] as const

/** Whether something is liked now, and the counters in the response. */
type LikeState = { hasLiked: boolean } & Partial<Pick<Review, (typeof COUNTS)[number] | 'liked'>>

/** Why a like was not changed. */
export interface LikeFailure {
	message: string
	isSignedOut: boolean
}

/**
 * Whether the viewer has just liked something, by its id, until the server has answered. One for the whole tab: a card and
 * the page of its review show the same like.
 */
export const sentLikes = createStore<ReadonlyMap<string, boolean>>(new Map())

function setSent(id: string, isLiked: boolean | null): void {
	const changed = new Map(sentLikes.get())
	if (isLiked === null) changed.delete(id)
	else changed.set(id, isLiked)
	sentLikes.set(changed)
}

/** Likes something, or takes the like back, optimistically. Resolves when screens have the outcome, with why it failed or null. */
export async function changeLike(
	client: QueryClient,
	target: LikeTarget,
	isLiked: boolean,
): Promise<LikeFailure | null> {
	setSent(target.id, isLiked)
	try {
		return await sendLike(client, target, isLiked)
	} finally {
		setSent(target.id, null)
	}
}

async function sendLike(client: QueryClient, { kind, id }: LikeTarget, isLiked: boolean): Promise<LikeFailure | null> {
	const endpoint = CALLS[kind][isLiked ? 'like' : 'unlike']
	try {
		const answer = await call(browserTransport, endpoint, { params: { id } }, { keepalive: true })
		await cacheLike(client, id, toState(answer, isLiked))
		return null
	} catch (error) {
		if (!(error instanceof ApiError)) throw error
		if (error.code === REVIEW_ALREADY_LIKED.code) await cacheLike(client, id, toState(error.body, true))
		return { message: getChangeFailure(error, endpoint.config.failure), isSignedOut: error.status === 401 }
	}
}

function toState(answer: unknown, hasLiked: boolean): LikeState {
	const counts = (answer ?? {}) as LikeState
	const known = COUNTS.flatMap((name) => (counts[name] === undefined ? [] : [[name, counts[name]]]))
	return { ...Object.fromEntries(known), hasLiked, liked: hasLiked }
}

/** Updates what is liked in every cached answer that has it; resolves once screens are notified. */
async function cacheLike(client: QueryClient, id: string, state: LikeState): Promise<void> {
	const update = (query: Query) => {
		const { data, dataUpdatedAt: updatedAt, isInvalidated } = query.state
		const changed = patchLiked(data, id, state)
		if (changed === data) return
		client.setQueryData(query.queryKey, changed, { updatedAt })
		if (isInvalidated) query.invalidate()
	}
	for (const query of client.getQueryCache().getAll()) {
		update(query)
		// What is on its way may be older
		query.promise?.then(
			() => update(query),
			() => {},
		)
	}
	// An open list keeps its order
	for (const { url } of [listReviews, getPopularReviews, listLists])
		void client.invalidateQueries({ queryKey: [url], refetchType: 'none' })
	await new Promise<void>((resolve) => notifyManager.schedule(resolve))
}

/** Returns an answer with the new state of what has the id, wherever it is in it; the same answer if it is not. */
function patchLiked(value: unknown, id: string, state: LikeState): unknown {
	if (typeof value !== 'object' || value === null) return value
	if ((value as { id?: unknown }).id === id && 'hasLiked' in value) {
		const news = Object.entries(state).filter(([name]) => name in value)
		return { ...value, ...Object.fromEntries(news) }
	}
	const parts = Object.entries(value).map(([name, part]) => [name, part, patchLiked(part, id, state)] as const)
	if (parts.every(([, before, after]) => before === after)) return value
	return Array.isArray(value)
		? parts.map(([, , after]) => after)
		: Object.fromEntries(parts.map(([name, , after]) => [name, after]))
}
