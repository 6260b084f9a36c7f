import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getUnreadCount, listFollowingActivity } from '#contract/activity.ts'
import { follow, listFollowers, listFollowing, unfollow } from '#contract/follows.ts'
import { getProfile } from '#contract/profile-detail.ts'
import type { Profile } from '#contract/users.ts'
import type { ResponseBody } from '#web/app/api-client.ts'
import { useSend } from '#web/app/data.tsx'

/** The address of the ranking of users: its contract would cost each profile 0.5 kB. */
const POPULAR_USERS = '/api/reviews/popular-users'

/** Follows and unfollows a user, and updates the cached profiles and lists once the server has confirmed. */
export function useFollow({ id }: { id: string }) {
	const client = useQueryClient()
	const changes = { invalidates: [listFollowingActivity, getUnreadCount] }
	const updateCache = (isFollowing: boolean) => updateCachedProfiles(client, id, isFollowing)
	const starting = useSend(follow, { ...changes, onDone: () => updateCache(true) })
	const ending = useSend(unfollow, { ...changes, onDone: () => updateCache(false) })
	const error = starting.error ?? ending.error
	return {
		start: () => {
			ending.reset()
			starting.send({ body: { followedId: id } })
		},
		end: () => {
			starting.reset()
			ending.send({ params: { id } })
		},
		isStarting: starting.isSending,
		isEnding: ending.isSending,
		error,
		/** The failure message to show if the server gave none. */
		failure:
			// An unreadable response does not tell whether the change was made.
			error?.code === 'unreadable'
				? 'Failed to update follow status'
				: (starting.error ? follow : unfollow).config.failure,
	}
}

function updateCachedProfiles(client: QueryClient, followedId: string, isFollowing: boolean): void {
	const updateProfile = (profile: Profile): Profile =>
		// Already up to date, so it was already counted, for example in another tab.
		profile.id !== followedId || profile.isFollowing === isFollowing
			? profile
			: { ...profile, isFollowing, followerCount: Math.max(0, profile.followerCount + (isFollowing ? 1 : -1)) }
	client.setQueriesData<Profile>({ queryKey: [getProfile.url] }, (profile) => profile && updateProfile(profile))
	for (const { url } of [listFollowers, listFollowing]) {
		client.setQueriesData<{ pages: ResponseBody<typeof listFollowers>[]; pageParams: unknown[] }>(
			{ queryKey: [url] },
			(list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(updateProfile) })) },
		)
		// An open list keeps its rows in position; it is refetched when it is next opened.
		void client.invalidateQueries({ queryKey: [url], refetchType: 'none' })
	}
	void client.invalidateQueries({ queryKey: [POPULAR_USERS] })
	// This includes the viewer's own following count.
	void client.invalidateQueries({ queryKey: [getProfile.url] })
}
