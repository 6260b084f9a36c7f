import type { QueryClient } from '@tanstack/react-query'
import { getNext, postponeGame, unpostponeGame } from '#contract/next.ts'
import { dismissGame, restoreGame } from '#contract/recommendations.ts'
import { type ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'

const WAYS = {
	later: { hide: postponeGame, show: unpostponeGame, says: (name: string) => `${name} is put off for a month` },
	never: { hide: dismissGame, show: restoreGame, says: (name: string) => `${name} won’t be suggested again` },
} as const

/** Suggests a game not now or never. It is gone at once, with Undo, and comes back if that fails. */
export function hideGame(
	client: QueryClient,
	game: { id: number; name: string },
	until: keyof typeof WAYS,
	setHidden: (isHidden: boolean) => void,
): void {
	const { hide, show, says } = WAYS[until]
	const sent = call(browserTransport, hide, { body: { gameId: game.id } }, { keepalive: true })
	const fail = (error: ApiError, fallback: string, isHidden: boolean) => {
		setHidden(isHidden)
		showToast({ kind: 'bad', message: getChangeFailure(error, fallback) })
	}
	const refresh = () => client.invalidateQueries({ queryKey: [getNext.url] })
	setHidden(true)
	showToast({
		message: says(game.name),
		actions: [
			{
				label: 'Undo',
				onPress: () => {
					setHidden(false)
					// The server handles both in their order
					sent
						.then(() => call(browserTransport, show, { params: { gameId: game.id } }, { keepalive: true }))
						.then(refresh)
						.catch((error: ApiError) => fail(error, show.config.failure, true))
				},
			},
		],
	})
	sent.then(refresh).catch((error: ApiError) => fail(error, hide.config.failure, false))
}
