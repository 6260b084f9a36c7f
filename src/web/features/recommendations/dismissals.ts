import type { QueryClient } from '@tanstack/react-query'
import {
	dismissGame,
	listRecommendations,
	type Recommendation,
	type Recommendations,
	restoreGame,
} from '#contract/recommendations.ts'
import { type ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { read } from '#web/app/data.tsx'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'
import { getGameName } from '#web/features/games/game-name.ts'

const { queryKey: KEY } = read(listRecommendations, {})

/** Never recommends a game to the viewer again. It is gone at once, with Undo, and comes back if that fails. */
export function dismissRecommendation(client: QueryClient, row: Recommendation): void {
	const gameId = row.game.id
	const index = client.getQueryData<Recommendations>(KEY)?.games.findIndex(({ game }) => game.id === gameId) ?? 0
	const sent = call(browserTransport, dismissGame, { body: { gameId } }, { keepalive: true })
	setShown(client, row, undefined)
	showToast({
		message: `${getGameName(row.game)} won’t be recommended again`,
		actions: [
			{
				label: 'Undo',
				onPress: () => {
					setShown(client, row, index)
					// The server handles both in their order
					sent
						.then(() => call(browserTransport, restoreGame, { params: { gameId } }, { keepalive: true }))
						.catch((error: ApiError) => {
							setShown(client, row, undefined)
							showFailure(error, restoreGame.config.failure)
						})
				},
			},
		],
	})
	sent.catch((error: ApiError) => {
		setShown(client, row, index)
		showFailure(error, dismissGame.config.failure)
	})
}

/** Shows a recommendation at an index of the list, or nowhere. */
function setShown(client: QueryClient, row: Recommendation, index: number | undefined): void {
	// What is on its way may be older
	void client.cancelQueries({ queryKey: KEY })
	client.setQueryData<Recommendations>(KEY, (known) => {
		if (!known) return known
		const others = known.games.filter(({ game }) => game.id !== row.game.id)
		return { ...known, games: index === undefined ? others : others.toSpliced(index, 0, row) }
	})
}

function showFailure(error: ApiError, fallback: string): void {
	showToast({ kind: 'bad', message: getChangeFailure(error, fallback) })
}
