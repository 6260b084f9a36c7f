import type { QueryClient } from '@tanstack/react-query'
import { blockUser, muteUser, unblockUser, unmuteUser } from '#contract/blocks.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getProfile, type ProfileDetail } from '#contract/profile-detail.ts'
import type { UserRef } from '#contract/users.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'

type Person = Pick<UserRef, 'id' | 'username'>

/** Forgets what was read before: a hidden person can be in any of it. What is on the screen is read again. */
export function refreshEverything(client: QueryClient): void {
	client.removeQueries({ type: 'inactive' })
	void client.invalidateQueries()
}

/** Mutes or unmutes a person and says so, with Undo. It outlives the component that starts it. */
export async function setMuted(client: QueryClient, person: Person, isMuted: boolean): Promise<void> {
	const { id: userId, username } = person
	const done = isMuted
		? await attempt(muteUser, () => call(browserTransport, muteUser, { body: { userId } }))
		: await attempt(unmuteUser, () => call(browserTransport, unmuteUser, { params: { userId } }))
	if (!done) return
	client.setQueriesData<ProfileDetail>({ queryKey: [getProfile.url] }, (profile) =>
		profile?.id === userId ? { ...profile, isMuted } : profile,
	)
	refreshEverything(client)
	showToast({
		message: isMuted ? `You muted ${username}` : `You unmuted ${username}`,
		actions: [{ label: 'Undo', onPress: () => void setMuted(client, person, !isMuted) }],
	})
}

/** Blocks a person. Returns the message of a failure, or null. */
export async function block(client: QueryClient, { id: userId, username }: Person): Promise<string | null> {
	try {
		await call(browserTransport, blockUser, { body: { userId } })
	} catch (error) {
		if (!(error instanceof ApiError)) throw error
		return getFailureMessage(error, blockUser.config.failure)
	}
	client.removeQueries({ type: 'inactive' })
	showToast({
		message: `You blocked ${username}`,
		actions: [{ label: 'Undo', onPress: () => void unblock(client, userId) }],
	})
	return null
}

async function unblock(client: QueryClient, userId: string): Promise<void> {
	const done = await attempt(unblockUser, () => call(browserTransport, unblockUser, { params: { userId } }))
	if (done) refreshEverything(client)
}

/** Makes a call. Returns false after a failure, which a message tells. */
async function attempt(endpoint: Endpoint, send: () => Promise<unknown>): Promise<boolean> {
	try {
		await send()
		return true
	} catch (error) {
		if (!(error instanceof ApiError)) throw error
		showToast({ kind: 'bad', message: getFailureMessage(error, endpoint.config.failure) })
		return false
	}
}
