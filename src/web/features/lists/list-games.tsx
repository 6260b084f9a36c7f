import { type Dispatch, type ReactNode, useEffect, useRef } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { LIST_FULL } from '#contract/lists.ts'
import { GameSearch } from '#web/features/search/game-search.tsx'
import { useAddGame } from '#web/features/search/use-add-game.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { GameRows } from './game-rows.tsx'
import { type GamesChange, type LastChange, type ListedGames, toGameRef } from './list-game-changes.ts'
import css from './list-games.module.css'
import { formatListHeading } from './list-labels.ts'

const MAX_SUGGESTIONS = 8
const SEVERAL_LINES = /\S[^\S\r\n]*[\r\n]\s*\S/
/** Screens on which a row has its tools in a menu. */
const NARROW = '(width < 700px)'

interface ListGamesProps {
	listed: ListedGames
	change: Dispatch<GamesChange>
	problemOf: (name: string) => string | undefined
	/** Called with a text of several lines that is pasted into the search. */
	onPasteNames: (text: string) => void
	/** Further ways to add games. */
	children: ReactNode
}

/** The games in the list editor: a search that adds games, and the rows. */
export function ListGames({ listed: { games, last }, change, problemOf, onPasteNames, children }: ListGamesProps) {
	const isNarrow = useMediaQuery(NARROW)
	const box = useRef<HTMLDivElement>(null)
	useFocusAfterRemoval(box, last)
	const pick = (game: GameRef) => change({ kind: 'add', games: [toGameRef(game)] })
	const adding = useAddGame(pick)
	return (
		<div ref={box}>
			<p className={css.label}>Add games</p>
			<div
				onPaste={(event) => {
					const text = event.clipboardData.getData('text/plain')
					if (!SEVERAL_LINES.test(text)) return
					event.preventDefault()
					onPasteNames(text)
				}}
			>
				<GameSearch
					label="Search for a game to add"
					limit={MAX_SUGGESTIONS}
					excludedIds={new Set(games.map(({ game }) => game.id))}
					adding={adding}
					onPick={pick}
				/>
			</div>
			{adding.dialog}
			<div className={css.sources}>{children}</div>
			<p className={css.hint}>
				{games.length > 1 &&
					(isNarrow
						? 'Drag by the handle, or type a position.'
						: 'Drag by the handle, use the arrows, or type a position.')}
			</p>
			<Notice kind="bad" message={last?.kind === 'full' ? LIST_FULL.error : null} />
			<section aria-labelledby="games-in-list">
				<h2 id="games-in-list" className={css.heading}>
					{formatListHeading(games.length)}
				</h2>
				{games.length === 0 ? (
					<Empty scene="shelf">Games you add appear here. Put them in any order.</Empty>
				) : (
					<GameRows games={games} last={last} isNarrow={isNarrow} problemOf={problemOf} change={change} />
				)}
			</section>
		</div>
	)
}

/** Moves the focus after rows were removed or restored, as the focused button is gone. */
function useFocusAfterRemoval(box: { readonly current: HTMLElement | null }, last: LastChange | null): void {
	useEffect(() => {
		if (last?.kind !== 'removed' && last?.kind !== 'restored' && last?.kind !== 'withdrawn') return
		// The button that removes a row, or the one of the menu that has it
		const selector = 'button[data-remove], [data-remove] > button'
		const buttons = last.kind === 'withdrawn' ? [] : (box.current?.querySelectorAll<HTMLElement>(selector) ?? [])
		const next = buttons[Math.min(last.at, buttons.length - 1)] ?? box.current?.querySelector('input')
		next?.focus()
	}, [box, last])
}
