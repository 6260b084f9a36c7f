import { type Dispatch, type ReactNode, useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { Button } from '#web/ui/button.tsx'
import { type GamesChange, type ListedGames, toGameRef } from './list-game-changes.ts'

const loadPasteNamesDialog = () => import('./paste-names-dialog.tsx')
const loadLibraryGamesDialog = () => import('./library-games-dialog.tsx')

/**
 * Further ways to add games than the search: from pasted names, and from the viewer's library. The dialogs have fields
 * of their own, and belong outside of the form.
 */
export function useGameSources(
	{ games }: ListedGames,
	change: Dispatch<GamesChange>,
): { buttons: ReactNode; dialogs: ReactNode; paste: (text: string) => void } {
	const [opened, setOpened] = useState<'names' | 'library' | null>(null)
	const [pasted, setPasted] = useState<{ text: string } | null>(null)
	const names = useLazyForm(loadPasteNamesDialog)
	const library = useLazyForm(loadLibraryGamesDialog)
	const dialog = {
		listedIds: new Set(games.map(({ game }) => game.id)),
		onAdd: (games: readonly GameRef[]) => change({ kind: 'add', games: games.map(toGameRef) }),
		onClose: () => setOpened(null),
	}
	return {
		paste: (text) => {
			names.load()
			setPasted({ text })
			setOpened('names')
		},
		buttons: (
			<>
				<Button
					kind="plain"
					onClick={() => {
						names.load()
						setOpened('names')
					}}
				>
					Paste Names
				</Button>
				<Button
					kind="plain"
					onClick={() => {
						library.load()
						setOpened('library')
					}}
				>
					From My Library
				</Button>
			</>
		),
		dialogs: (
			<>
				{names.module && <names.module.PasteNamesDialog {...dialog} pasted={pasted} open={opened === 'names'} />}
				{library.module && <library.module.LibraryGamesDialog {...dialog} open={opened === 'library'} />}
			</>
		),
	}
}
