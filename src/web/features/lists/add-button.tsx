import type { GameRef } from '#contract/game-ref.ts'
import { LIMITS } from '#contract/limits.ts'
import { pluralize } from '#web/app/format.ts'
import { Button } from '#web/ui/button.tsx'

/** Returns how many more games a list can hold. */
export const getRoom = (listedIds: ReadonlySet<number>) => LIMITS.gamesPerList - listedIds.size

interface AddButtonProps {
	/** The chosen games, perhaps some twice, or in the list already. */
	games: readonly GameRef[]
	listedIds: ReadonlySet<number>
	onAdd: (games: readonly GameRef[]) => void
}

/** Adds the chosen games to a list, in their order and as far as there is room. */
export function AddButton({ games, listedIds, onAdd }: AddButtonProps) {
	const distinct = [...new Map(games.map((game) => [game.id, game])).values()]
	const added = distinct.filter(({ id }) => !listedIds.has(id)).slice(0, getRoom(listedIds))
	return (
		<Button
			kind="main"
			aria-disabled={added.length === 0}
			onClick={() => {
				if (added.length > 0) onAdd(added)
			}}
		>
			Add {added.length === 0 ? 'Games' : pluralize(added.length, 'Game')}
		</Button>
	)
}
