import {
	type ChangeEvent,
	memo,
	type ReactNode,
	type RefObject,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react'
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
import type { ShownLibrary } from './library-filters.ts'
import css from './library-wall.module.css'
import { SORT_VALUES } from './sort-value.tsx'
import type { Selection } from './use-selection.ts'
import { splitIntoGroups } from './wall-groups.ts'

/** The covers that are in sight at first, at any width. */
const EAGER_COVERS = 6
const SKELETONS = 18
const COVER_RATIO = 3 / 4

interface LibraryWallProps {
	entries: readonly LibraryEntry[]
	sortBy: ShownLibrary['sortBy']
	/** Whether the viewer can change the entries. */
	isOwn: boolean
	/** The selected games, null if a press opens a game. */
	selection: Selection | null
	/** Starts to select with a game. */
	onSelect: (gameId: number) => void
}

/**
 * The covers of a library, each with its stars or else its status, what they are sorted by, and a mark while it is wished for or
 * played.
 */
export function LibraryWall({ entries, sortBy, isOwn, selection, onSelect }: LibraryWallProps) {
	const changes = useChanges(isOwn)
	const wall = useRef<HTMLDivElement>(null)
	const grid = useGrid(wall)
	// Stable functions, so that only changed places are rendered again
	const latest = useRef({ selection, onSelect })
	useEffect(() => {
		latest.current = { selection, onSelect }
	})
	const [select] = useState(() => (gameId: number) => latest.current.onSelect(gameId))
	const [press] = useState(() => (gameId: number, isRange: boolean) => {
		const { selection } = latest.current
		if (isRange) selection?.extend(gameId)
		else selection?.toggle(gameId)
	})
	const showValue = SORT_VALUES[sortBy]
	const belowPx = BELOW_COVER_PX + (showValue ? VALUE_PX : 0)
	return (
		<div ref={wall} className={css.groups}>
			{splitIntoGroups(entries, grid?.columns ?? null).map((group, number) => (
				<ul
					// biome-ignore lint/suspicious/noArrayIndexKey: entries are added at the end
					key={number}
					className={`${css.wall} ${css.group}`}
					data-sized={grid !== null && number > 0}
					style={
						grid
							? { containIntrinsicHeight: `${heightOfRows(grid, belowPx, Math.ceil(group.length / grid.columns))}px` }
							: undefined
					}
				>
					{group.map((entry, index) => (
						<Place
							key={entry.gameId}
							entry={entry}
							isEager={number === 0 && index < EAGER_COVERS}
							isSelected={selection?.has(entry.gameId) ?? null}
							changes={changes}
							onSelect={isOwn ? select : undefined}
							onPress={press}
							showValue={showValue}
						/>
					))}
				</ul>
			))}
		</div>
	)
}

interface Grid {
	columns: number
	columnWidth: number
	gap: number
}

/** How much a place is higher than its cover: the line with the stars. */
const BELOW_COVER_PX = 24
/** The line with what the places are sorted by. */
const VALUE_PX = 18

/** Returns the height of rows of a wall. */
const heightOfRows = ({ columnWidth, gap }: Grid, belowPx: number, rows: number) =>
	rows * (columnWidth / COVER_RATIO + belowPx + gap) - gap

/** Returns the columns of a grid; null until they are measured. */
function useGrid(ref: RefObject<HTMLElement | null>): Grid | null {
	const [grid, setGrid] = useState<Grid | null>(null)
	// Before the first paint, because a later change moves covers to other groups
	useLayoutEffect(() => {
		const element = ref.current
		if (!element) return
		const measure = () => {
			const { gridTemplateColumns, rowGap } = getComputedStyle(element)
			const widths = gridTemplateColumns.split(' ').map(Number.parseFloat)
			const measured = { columns: widths.length, columnWidth: widths[0] ?? 0, gap: Number.parseFloat(rowGap) }
			setGrid((before) => (JSON.stringify(before) === JSON.stringify(measured) ? before : measured))
		}
		measure()
		const observer = new ResizeObserver(measure)
		observer.observe(element)
		return () => observer.disconnect()
	}, [ref])
	return grid
}

interface PlaceProps {
	entry: LibraryEntry
	isEager: boolean
	/** Null if a press opens the game. */
	isSelected: boolean | null
	changes: ReturnType<typeof useChanges>
	/** Of the viewer's own library. */
	onSelect: ((gameId: number) => void) | undefined
	/** Called while games are selected. A range begins at the game that was pressed before. */
	onPress: (gameId: number, isRange: boolean) => void
	/** Shows what the places are sorted by, if that has a line of its own. */
	showValue: ((entry: LibraryEntry) => ReactNode) | undefined
}

/** A cover of the wall. */
const Place = memo(function Place(props: PlaceProps) {
	const { entry, isEager, isSelected, changes, onSelect, onPress, showValue } = props
	const { gameId, game } = entry
	const press = ({ nativeEvent }: ChangeEvent) =>
		onPress(gameId, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
	const cover = (
		<GameCover game={game} sizes="(min-width: 700px) 132px, 31vw" eager={isEager} decorative={isSelected !== null} />
	)
	return (
		<li className={css.place}>
			{isSelected !== null ? (
				// Firefox checks no box when its label is pressed with Shift
				// biome-ignore lint/a11y/useKeyWithClickEvents: the box in it has its own keys
				<label
					className={`${css.cover} ${css.choice} focus-frame`}
					onClick={(event) => {
						if (!event.shiftKey || event.target instanceof HTMLInputElement) return
						event.preventDefault()
						onPress(gameId, true)
					}}
				>
					<input type="checkbox" aria-label={game.name} checked={isSelected} onChange={press} />
					{cover}
				</label>
			) : (
				<CoverWithMenu game={game} onSelect={onSelect && (() => onSelect(gameId))}>
					<Link to={paths.game(gameId)} className={css.cover} title={game.name}>
						{cover}
					</Link>
				</CoverWithMenu>
			)}
			<Marks entry={entry} changes={changes} />
			{showValue && <p className={css.value}>{showValue(entry)}</p>}
		</li>
	)
})

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
