import { memo, useEffect, useRef, useState } from 'react'
import { getImportRows, type Import } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { MatchGameDialog } from '#web/features/search/match-game-dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { DecideMany } from './decide-many.tsx'
import { FoundRow, type Picking } from './found-row.tsx'
import css from './import-rows.module.css'
import { EFFECT_COUNTS } from './import-words.ts'
import { isEffect, type Shown } from './match-tabs.tsx'
import { MissingGames } from './missing-games.tsx'
import { UnreadRow } from './unread-row.tsx'
import { UnsureRow } from './unsure-row.tsx'
import { type RowPage, useImportRows } from './use-import-rows.ts'

const SKELETONS = 8

const LEADS: Readonly<Record<Shown, string | null>> = {
	sure: null,
	unsure: 'More than one game could be meant. Choose for each, or for all of them at once.',
	none: 'We have no game of this name. Look for it under another one, or leave it out.',
	add: null,
	change: null,
	leave: 'These games have nothing that your library lacks.',
	failed:
		'Not everything in these rows was understood. Correct it in your file and bring it again: games that are here by then aren’t added twice.',
}

const EMPTY: Readonly<Record<Shown, string>> = {
	sure: 'No game was found for certain.',
	unsure: 'Nothing is unsure.',
	none: 'Every game was found.',
	failed: 'Every row could be read.',
	add: 'No game is new.',
	change: 'No game changes.',
	leave: 'No game stays as it is.',
}

/** The rows of a kind, in batches of which only those near the screen are in the page. */
export function ImportRows({ one, shown }: { one: Import; shown: Shown }) {
	const { id, counts } = one
	const { pages, hasNextPage, ...list } = useImportRows(id, shown)
	const [picking, setPicking] = useState<Picking | null>(null)
	// The cards are memoized
	const [pick] = useState(() => setPicking)
	return (
		<>
			{LEADS[shown] !== null && counts[isEffect(shown) ? EFFECT_COUNTS[shown] : shown] > 0 && (
				<p className={css.lead}>{LEADS[shown]}</p>
			)}
			{shown === 'unsure' && counts.unsure > 0 && <DecideMany id={id} />}
			{shown === 'none' && counts.findable > 0 && <MissingGames one={one} />}
			<PagedList
				list={{ ...list, rows: pages && (pages.length === 1 && pages[0]?.rows.length === 0 ? [] : pages) }}
				getMessage={(failure) => getFailureMessage(failure, getImportRows.config.failure)}
				nextHref={hasNextPage ? paths.import(id, { show: shown }) : null}
				skeleton={
					<SkeletonList label="Loading rows" count={SKELETONS} className={css.rows}>
						<Skeleton shape="block" />
					</SkeletonList>
				}
				empty={<Empty>{EMPTY[shown]}</Empty>}
			>
				{(loaded) => (
					<div className={css.groups}>
						{loaded.map((page, number) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: batches are added at the end
							<RowGroup key={number} importId={id} page={page} shown={shown} onPick={pick} />
						))}
					</div>
				)}
			</PagedList>
			<MatchGameDialog
				name={picking?.title ?? null}
				onPick={(game) => picking?.onPick(game)}
				onClose={() => setPicking(null)}
			/>
		</>
	)
}

interface RowGroupProps {
	importId: string
	page: RowPage
	shown: Shown
	onPick: (picking: Picking) => void
}

/** How far from the screen a batch is taken out of the page. */
const NEAR = '1500px 0px'

/** A batch of rows; while it is far from the screen, a gap of its height. */
const RowGroup = memo(function RowGroup({ importId, page, shown, onPick }: RowGroupProps) {
	const list = useRef<HTMLUListElement>(null)
	const [gapPx, setGapPx] = useState<number | null>(null)
	useEffect(() => {
		const element = list.current
		if (!element) return
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.at(-1)?.isIntersecting) setGapPx(null)
				else if (!element.contains(document.activeElement)) setGapPx((before) => before ?? element.offsetHeight)
			},
			{ rootMargin: NEAR },
		)
		observer.observe(element)
		return () => observer.disconnect()
	}, [])
	const Row = ROWS[shown]
	return (
		<ul
			ref={list}
			className={css.rows}
			data-shown={shown}
			style={gapPx === null ? undefined : { blockSize: `${gapPx}px` }}
		>
			{gapPx === null && page.rows.map((row) => <Row key={row.row} importId={importId} row={row} onPick={onPick} />)}
		</ul>
	)
})

const ROWS = {
	...{ sure: FoundRow, unsure: UnsureRow, none: FoundRow, failed: UnreadRow },
	...{ add: FoundRow, change: FoundRow, leave: FoundRow },
} as const
