import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { keepPairApart, listUnsurePairs, type PairedGame, type UnsurePair } from '#contract/admin-catalog.ts'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { useReadPages, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount, formatRelease, pluralize } from '#web/app/format.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import lines from './admin-lines.module.css'
import { MergeDialog } from './merge-dialog.tsx'
import css from './unsure-pairs.module.css'

/** Pairs of games that an import could neither merge nor tell apart. */
export function UnsurePairs() {
	const list = useReadPages(listUnsurePairs, { query: {} }, ({ pairs }) => pairs)
	const [merging, setMerging] = useState<UnsurePair | null>(null)
	const [message, setMessage] = useState<string | null>(null)
	const status = useRef<HTMLDivElement>(null)
	const done = (sentence: string) => {
		setMerging(null)
		setMessage(sentence)
		// The pair with the pressed button goes
		status.current?.focus({ preventScroll: true })
	}
	const total = list.first?.totalCount ?? 0
	return (
		<>
			<div ref={status} tabIndex={-1}>
				<Notice message={message} />
			</div>
			{total > 0 && (
				<p className={lines.small}>
					{total >= LIMITS.maxCountedMatches ? `${formatCount(total)} pairs or more` : pluralize(total, 'pair')}.
					Players see both until you decide.
				</p>
			)}
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, listUnsurePairs.config.failure)}
				nextHref={list.next && 'cursor' in list.next ? paths.admin('catalog') : null}
				skeleton={
					<SkeletonList label="Loading pairs" count={3} className={lines.lines} rowClassName={css.pair}>
						<Skeleton shape="block" />
					</SkeletonList>
				}
				empty={<p className={lines.small}>None. They can appear after importing from a second source.</p>}
			>
				{(pairs) => (
					<ul className={lines.lines} aria-label="Pairs">
						{pairs.map((pair) => (
							<li key={pair.id} className={css.pair}>
								<Pair
									pair={pair}
									onMerge={() => setMerging(pair)}
									onApart={() => done(`${pair.one.name} stays as two games.`)}
								/>
							</li>
						))}
					</ul>
				)}
			</PagedList>
			<MergeDialog pair={merging} onClose={() => setMerging(null)} onDone={done} />
		</>
	)
}

function Pair({
	pair: { one, other, reason },
	onMerge,
	onApart,
}: {
	pair: UnsurePair
	onMerge: () => void
	onApart: () => void
}) {
	const { send, error, isSending } = useSend(keepPairApart, { invalidates: [listUnsurePairs], onDone: onApart })
	return (
		<>
			<div className={css.sides}>
				<Side game={one} />
				<Side game={other} />
			</div>
			<p className={lines.small}>{reason}.</p>
			<FormFailure error={error} fallback={keepPairApart.config.failure} />
			<div className={lines.buttons}>
				<Button aria-label={`Merge the games called ${one.name}`} onClick={onMerge}>
					Merge
				</Button>
				<Button
					aria-label={`Keep Apart: the games called ${one.name}`}
					aria-disabled={isSending}
					onClick={() => isSending || send({ body: { oneId: one.id, otherId: other.id } })}
				>
					Keep Apart
				</Button>
			</div>
		</>
	)
}

function Side({ game }: { game: PairedGame }) {
	const companies = [...new Set([...game.developers, ...game.publishers])]
	return (
		<div className={css.side}>
			<GameCover game={game} sizes="64px" />
			<span className={lines.words}>
				<Link to={paths.game(game.id)}>{game.name}</Link>
				<span className={lines.small}>
					{game.releaseDate ? formatRelease(game.releaseDate) : 'No date'}
					<br />
					{companies.join(', ') || 'No company'}
					<br />
					{game.platforms.join(', ') || 'No platform'}
					<br />
					{pluralize(game.reviewCount, 'review')}, from {game.sources.join(', ')}
				</span>
			</span>
		</div>
	)
}
