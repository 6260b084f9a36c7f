import type { GameRef } from '#contract/game-ref.ts'
import { smallCoverUrl } from '#web/features/games/game-cover.tsx'
import { Picture } from '#web/ui/picture.tsx'
import css from './list-band.module.css'

const BAND_LENGTH = 5

/** The first covers, behind the title. */
export function ListBand({ games }: { games: readonly GameRef[] }) {
	const covers = games.slice(0, BAND_LENGTH).flatMap(({ id, cover }) => (cover === null ? [] : [{ id, cover }]))
	if (covers.length === 0) return null
	return (
		<div className={css.band} aria-hidden="true">
			{covers.map(({ id, cover }) => (
				<span key={id}>
					<Picture src={smallCoverUrl(cover)} alt="" width={150} height={200} eager priority="low" />
				</span>
			))}
		</div>
	)
}
