import { type Dispatch, useEffect, useRef } from 'react'
import { LIST_FULL } from '#contract/lists.ts'
import { GameSearch } from '#web/features/search/game-search.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { GameRows } from './game-rows.tsx'
import type { GamesChange, LastChange, ListedGames } from './list-game-changes.ts'
import css from './list-games.module.css'
import { formatListHeading } from './list-labels.ts'

const MAX_SUGGESTIONS = 8

interface ListGamesProps {
	listed: ListedGames
	change: Dispatch<GamesChange>
	problemOf: (name: string) => string | undefined
}

/** The games in the list editor: a search that adds games, and the rows. */
export function ListGames({ listed: { games, last }, change, problemOf }: ListGamesProps) {
	const box = useRef<HTMLDivElement>(null)
	useFocusAfterRemoval(box, last)
	return (
		<div ref={box}>
			<p className={css.label}>Add games</p>
			<GameSearch
				label="Search for a game to add"
				limit={MAX_SUGGESTIONS}
				excludedIds={new Set(games.map(({ game }) => game.id))}
				onPick={({ id, name, cover, releaseDate, developers }) =>
					change({ kind: 'add', game: { id, name, cover, releaseDate, developers } })
				}
			/>
			<p className={css.hint}>{games.length > 1 && 'Drag by the handle, use the arrows, or type a position.'}</p>
			<Notice kind="bad" message={last?.kind === 'full' ? LIST_FULL.error : null} />
			<section aria-labelledby="games-in-list">
				<h2 id="games-in-list" className={css.heading}>
					{formatListHeading(games.length)}
				</h2>
				{games.length === 0 ? (
					<Empty scene="shelf">Games you add appear here. Put them in any order.</Empty>
				) : (
					<GameRows games={games} last={last} problemOf={problemOf} change={change} />
				)}
			</section>
		</div>
	)
}

/** Moves the focus after a row was removed or restored, as the focused button is gone. */
function useFocusAfterRemoval(box: { readonly current: HTMLElement | null }, last: LastChange | null): void {
	useEffect(() => {
		if (last?.kind !== 'removed' && last?.kind !== 'restored') return
		const buttons = box.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
		const next = buttons[Math.min(last.at, buttons.length - 1)] ?? box.current?.querySelector('input')
		next?.focus()
	}, [box, last])
}
