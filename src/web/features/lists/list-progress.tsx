import type { GameListDetail } from '#contract/lists.ts'
import { formatCount } from '#web/app/format.ts'
import css from './list-progress.module.css'

/** How many of a list's games the viewer has played. Members see its place before their number is there, so that nothing moves. */
export function ListProgress({ list: { progress, gameCount } }: { list: GameListDetail }) {
	if (gameCount === 0) return null
	return (
		<div className={css.progress} data-for="members">
			{progress && (
				<>
					<p id="progress">
						You have played {formatCount(progress.done)} of {formatCount(progress.total)}
					</p>
					<progress aria-labelledby="progress" value={progress.done} max={progress.total} />
				</>
			)}
		</div>
	)
}
