import { useQueryClient } from '@tanstack/react-query'
import type { PlaySession } from '#contract/play.ts'
import { createPlaySession, deletePlaySession, type PlaySessionInput } from '#contract/plays.ts'
import { type ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { useSend } from '#web/app/data.tsx'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'
import { refreshEntry } from './entry-cache.ts'
import { formatMinutes } from './minutes.ts'

/** Adds sessions of a game and deletes them, each with Undo. */
export function useSessions(gameId: number, { onAdded }: { onAdded?: () => void } = {}) {
	const client = useQueryClient()
	const fail = (error: ApiError, failure: string) =>
		showToast({ kind: 'bad', message: getChangeFailure(error, failure) })
	/** Deletes or restores a session, past the form. */
	const change = async (act: () => Promise<unknown>, failure: string, onDone?: () => void) => {
		try {
			await act()
			onDone?.()
		} catch (error) {
			fail(error as ApiError, failure)
		}
		refreshEntry(client, gameId)
	}
	const drop = (id: string, onDone?: () => void) =>
		void change(
			() => call(browserTransport, deletePlaySession, { params: { id } }),
			deletePlaySession.config.failure,
			onDone,
		)
	const restore = ({ day, minutes, note, playId }: PlaySession) =>
		void change(
			() => call(browserTransport, createPlaySession, { params: { gameId }, body: { day, minutes, note, playId } }),
			createPlaySession.config.failure,
		)
	const adding = useSend(createPlaySession, {
		onDone: (session) => {
			refreshEntry(client, gameId)
			onAdded?.()
			showToast({
				message: `${formatMinutes(session.minutes)} added`,
				actions: [{ label: 'Undo', onPress: () => drop(session.id) }],
			})
		},
	})
	return {
		adding,
		/** Adds a session at the press of a button that shows no failure of its own. */
		fail: (error: ApiError) => fail(error, createPlaySession.config.failure),
		add: (body: PlaySessionInput) => adding.send({ params: { gameId }, body }),
		remove: (session: PlaySession) =>
			drop(session.id, () =>
				showToast({
					message: 'Session deleted',
					actions: [{ label: 'Undo', onPress: () => restore(session) }],
				}),
			),
	}
}
