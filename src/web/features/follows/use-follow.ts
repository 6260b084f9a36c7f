import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getUnreadCount, listNotifications } from '#contract/activity.ts'
import { follow, listFollowers, listFollowing, unfollow } from '#contract/follows.ts'
import { getPopularUsers, getProfile, type Profile } from '#contract/users.ts'
import type { Answer } from '#web/app/api-client.ts'
import { useSend } from '#web/app/data.tsx'

/** Follows and unfollows one user; what is on the screen and in the cache knows of it when it is done. */
export function useFollow({ id }: { id: string }) {
	const client = useQueryClient()
	const changes = { invalidates: [getPopularUsers, listNotifications, getUnreadCount] }
	const tell = (isFollowing: boolean) => tellCache(client, id, isFollowing)
	const starting = useSend(follow, { ...changes, onDone: () => tell(true) })
	const ending = useSend(unfollow, { ...changes, onDone: () => tell(false) })
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
		/** The sentence for a failure that the server has none for. */
		failure:
			// Whether it was done cannot be told from an answer that is none.
			error?.code === 'unreadable'
				? 'Failed to update follow status'
				: (starting.error ? follow : unfollow).config.failure,
	}
}

function tellCache(client: QueryClient, followedId: string, isFollowing: boolean): void {
	const changed = (profile: Profile): Profile =>
		// What is so already was counted: in another tab, say.
		profile.id !== followedId || profile.isFollowing === isFollowing
			? profile
			: { ...profile, isFollowing, followerCount: Math.max(0, profile.followerCount + (isFollowing ? 1 : -1)) }
	client.setQueriesData<Profile>({ queryKey: [getProfile.url] }, (profile) => profile && changed(profile))
	for (const { url } of [listFollowers, listFollowing]) {
		client.setQueriesData<{ pages: Answer<typeof listFollowers>[]; pageParams: unknown[] }>(
			{ queryKey: [url] },
			(list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(changed) })) },
		)
		// An open list keeps its rows where they are; opened again it is read anew.
		void client.invalidateQueries({ queryKey: [url], refetchType: 'none' })
	}
	// The viewer's own count is among them.
	void client.invalidateQueries({ queryKey: [getProfile.url] })
}
