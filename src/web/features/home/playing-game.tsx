import { Link } from 'react-router'
import { getLibraryEntry } from '#contract/library.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { formatMinutes } from '#web/features/library-entry/minutes.ts'
import { formatPlayDay } from '#web/features/library-entry/play-days.ts'
import { QuickSession } from '#web/features/library-entry/quick-session.tsx'
import { StatusMark } from '#web/features/library-entry/status-mark.tsx'
import { STATUS_WORDS } from '#web/features/library-entry/status-words.ts'
import { useLibraryEntry } from '#web/features/library-entry/use-library-entry.ts'
import { Button } from '#web/ui/button.tsx'
import { passFocusOn } from '#web/ui/pass-focus-on.ts'
import css from './playing-game.module.css'

/** A game that the viewer plays: how long and when last, the next session at one press, and its end. */
export function PlayingGame({ entry: listed }: { entry: LibraryEntry }) {
	const { gameId, game } = listed
	// The list keeps what it showed; this is refetched after each change
	const { data: detail } = useRead(getLibraryEntry, { params: { gameId } })
	const entry = detail ? detail.entry : listed
	const { marks, save } = useLibraryEntry(game, entry)
	const isFinished = marks.status === 'finished'
	return (
		<article ref={passFocusOn} className={css.game}>
			<CoverWithMenu game={game}>
				<Link to={paths.game(gameId)} tabIndex={-1} aria-hidden="true">
					<GameCover game={game} sizes="78px" />
				</Link>
			</CoverWithMenu>
			<div className={css.words}>
				<h3 className={css.name}>
					<Link to={paths.game(gameId)}>{getGameName(game)}</Link>
				</h3>
				<p className={css.time}>
					{[
						entry?.minutesPlayed != null && formatMinutes(entry.minutesPlayed),
						entry?.lastPlayedOn && formatPlayDay(entry.lastPlayedOn, new Date()),
					]
						.filter(Boolean)
						.join(' · ')}
				</p>
				<div className={css.actions}>
					{marks.status === 'playing' && <QuickSession game={game} isStored={entry !== null} />}
					<Button
						kind="plain"
						aria-pressed={isFinished}
						onClick={(event) => {
							if (event.detail <= 1) save({ status: isFinished ? 'playing' : 'finished' })
						}}
					>
						<StatusMark status="finished" /> {STATUS_WORDS.finished}
						<span className="visually-hidden"> {game.name}</span>
					</Button>
				</div>
			</div>
		</article>
	)
}
