import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { getLibraryEntry } from '#contract/library.ts'
import { getNext } from '#contract/next.ts'
import { paths } from '#contract/paths.ts'
import type { TimeToBeat } from '#contract/time-to-beat.ts'
import { useRead } from '#web/app/data.tsx'
import { releaseYear } from '#web/app/format.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { pressStatus } from '#web/features/library-entry/entry-change.ts'
import { useLibraryEntry } from '#web/features/library-entry/use-library-entry.ts'
import { describeTimes, nameTimeSource } from '#web/features/time-to-beat/time-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './next-game.module.css'

interface NextGameProps {
	game: GameRef
	reason: string
	timeToBeat: TimeToBeat | null
	onAnother: () => void
	onHide: (until: 'later' | 'never') => void
}

/** The game to play next, why, and what to do about it. */
export function NextGame({ game, reason, timeToBeat, onAnother, onHide }: NextGameProps) {
	const facts = [game.releaseDate && releaseYear(game.releaseDate), game.developers[0]].filter(Boolean)
	return (
		<article className={css.game}>
			<div className={css.cover}>
				<CoverWithMenu game={game}>
					<GameCover game={game} sizes="(min-width: 700px) 240px, 112px" />
				</CoverWithMenu>
			</div>
			<div className={css.words} aria-live="polite">
				<h2 className={css.name}>
					<Link to={paths.game(game.id)}>{getGameName(game)}</Link>
				</h2>
				{facts.length > 0 && <p className={css.facts}>{facts.join(' · ')}</p>}
				<p className={css.reason}>{reason}</p>
				{timeToBeat && (
					<p className={css.facts}>
						About {describeTimes(timeToBeat)}, from {nameTimeSource(timeToBeat)}
					</p>
				)}
			</div>
			<div className={css.actions}>
				<StartPlaying key={game.id} game={game} />
				<Button onClick={onAnother}>Another</Button>
				<Menu label={`Not this one: ${game.name}`} text="Not This One">
					<MenuButton onClick={() => onHide('later')}>Not now (for a month)</MenuButton>
					<MenuButton onClick={() => onHide('never')}>Never</MenuButton>
				</Menu>
			</div>
		</article>
	)
}

/** Marks the game as playing, with Undo. */
function StartPlaying({ game }: { game: GameRef }) {
	const client = useQueryClient()
	const { data } = useRead(getLibraryEntry, { params: { gameId: game.id } })
	const { marks, save } = useLibraryEntry(game, data?.entry ?? null)
	const isPlaying = marks.status === 'playing'
	return (
		<Button
			kind="main"
			aria-disabled={isPlaying || !data}
			onClick={() => {
				if (isPlaying || !data) return
				save(pressStatus(marks, 'playing'))
				// The next visit asks again; this one keeps what it shows
				void client.invalidateQueries({ queryKey: [getNext.url], refetchType: 'none' })
			}}
		>
			{isPlaying ? 'Playing' : 'Start Playing'}
		</Button>
	)
}

/** The placeholder of the game, in its size. */
export function NextGameSkeleton() {
	return (
		<div className={css.game} aria-busy="true">
			<div className={css.cover}>
				<Skeleton shape="cover" />
			</div>
			<div className={css.words}>
				<Skeleton />
				<Skeleton shape="short" />
			</div>
			<div className={css.actions} />
		</div>
	)
}
