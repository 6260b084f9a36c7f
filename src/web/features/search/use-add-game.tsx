import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { paths } from '#contract/paths.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { useSession } from '#web/app/session.tsx'

const loadDialog = () => import('./add-game-dialog.tsx')

/** How the row after the results of a search reads. */
export const ADD_GAME = 'Not here? Add it'

/**
 * Returns a function that offers to add the game that a search lacks, and the dialog in which this happens. Visitors are led to
 * the login. `onPick` gets the game once it is in the catalog.
 */
export function useAddGame(onPick: (game: GameRef) => void): {
	label: string
	open: (query: string) => void
	dialog: ReactNode
} {
	const { status } = useSession()
	const navigate = useNavigate()
	const { pathname, search } = useLocation()
	const [query, setQuery] = useState<string | null>(null)
	const { module } = useLazyModule(loadDialog, query !== null)
	return {
		label: ADD_GAME,
		open: (query) => {
			if (status === 'out') void navigate(paths.login({ redirect: pathname + search }))
			else setQuery(query.trim())
		},
		dialog:
			module &&
			createPortal(
				// biome-ignore lint/a11y/noStaticElementInteractions: keeps the dialog's events from the form around the search
				<section onSubmit={stop} onPaste={stop} onKeyDown={stop} onBlur={stop} onFocus={stop}>
					<module.AddGameDialog
						query={query}
						onClose={() => setQuery(null)}
						onPick={(game) => {
							setQuery(null)
							onPick(game)
						}}
					/>
				</section>,
				document.body,
			),
	}
}

const stop = (event: SyntheticEvent) => event.stopPropagation()
