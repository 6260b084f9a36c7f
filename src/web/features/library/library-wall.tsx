import { Link } from 'react-router'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { paths } from '#contract/paths.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { isRemoved } from '#web/features/library-entry/library-cache.ts'
import { StatusMark } from '#web/features/library-entry/status-mark.tsx'
import { STATUS_WORDS, WISHLIST } from '#web/features/library-entry/status-words.ts'
import { useChanges, useMarks } from '#web/features/library-entry/use-library-entry.ts'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import css from './library-wall.module.css'
import type { Selection } from './use-selection.ts'

/** The covers that are in sight at first, at any width. */
const EAGER_COVERS = 6
const SKELETONS = 18

interface LibraryWallProps {
	entries: readonly LibraryEntry[]
	/** Whether the viewer can change the entries. */
	isOwn: boolean
	/** The selected games, null if a press opens a game. */
	selection: Selection | null
	/** Starts to select with a game. */
	onSelect: (gameId: number) => void
}

/** The covers of a library, each with its stars or else its status, and a mark while it is wished for or played. */
export function LibraryWall({ entries, isOwn, selection, onSelect }: LibraryWallProps) {
	const changes = useChanges(isOwn)
	return (
		<ul className={css.wall}>
			{entries.map((entry, index) => {
				const cover = (
					<GameCover
						game={entry.game}
						sizes="(min-width: 700px) 132px, 31vw"
						eager={index < EAGER_COVERS}
						decorative={selection !== null}
					/>
				)
				return (
					<li key={entry.gameId} className={css.place}>
						{selection ? (
							<label className={`${css.cover} ${css.choice} focus-frame`}>
								<input
									type="checkbox"
									aria-label={entry.game.name}
									checked={selection.has(entry.gameId)}
									onChange={() => selection.toggle(entry.gameId)}
								/>
								{cover}
							</label>
						) : (
							<CoverWithMenu game={entry.game} onSelect={isOwn ? () => onSelect(entry.gameId) : undefined}>
								<Link to={paths.game(entry.gameId)} className={css.cover} title={entry.game.name}>
									{cover}
								</Link>
							</CoverWithMenu>
						)}
						<Marks entry={entry} changes={changes} />
					</li>
				)
			})}
		</ul>
	)
}

interface MarksProps {
	entry: LibraryEntry
	/** Of the viewer's own library. */
	changes: ReturnType<typeof useChanges>
}

/** The mark of what is wished for or played now on the cover; under it the stars, else the word of the status. */
function Marks({ entry, changes }: MarksProps) {
	const { rating, status, isWished } = useMarks(changes, entry.gameId, entry)
	const mark = status ?? (isWished ? 'wishlist' : null)
	const isOnCover = mark === 'wishlist' || mark === 'playing' || mark === 'paused'
	const word = mark === 'wishlist' ? WISHLIST : mark && STATUS_WORDS[mark]
	return (
		<div className={css.marks}>
			{mark && isOnCover && (
				<span className={css.tile} data-now={mark === 'playing'}>
					<StatusMark status={mark} />
					{rating !== null && <span className="visually-hidden">{word}</span>}
				</span>
			)}
			<p className={css.below}>
				{rating !== null ? (
					<Stars rating={rating} size={14} />
				) : mark ? (
					<span className={css.mark} data-now={mark === 'playing'}>
						{!isOnCover && <StatusMark status={mark} />}
						<span>{word}</span>
					</span>
				) : (
					changes && isRemoved({ ...entry, rating, status, isWished }) && 'Removed'
				)}
			</p>
		</div>
	)
}

/** A wall whose entries are loading. */
export function LibraryWallSkeleton() {
	return (
		<SkeletonList label="Loading games" count={SKELETONS} className={css.wall} rowClassName={css.place}>
			<Skeleton shape="cover" />
		</SkeletonList>
	)
}
