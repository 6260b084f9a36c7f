import { useState } from 'react'
import { Link } from 'react-router'
import { getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { listReviewDrafts } from '#contract/review-drafts.ts'
import { useRead } from '#web/app/data.tsx'
import { pluralize } from '#web/app/format.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { useNext } from '#web/features/next/use-next.ts'
import { listStoredReviewDrafts } from '#web/features/reviews/review-draft-storage.ts'
import { Button } from '#web/ui/button.tsx'
import section from '#web/ui/section.module.css'
import { NEXT } from './member-reads.ts'
import css from './waiting.module.css'

/** What waits for the viewer: a review that they began, and a game to play next. Nothing if there is neither. */
export function Waiting({ userId }: { userId: string }) {
	const [stored] = useState(() => listStoredReviewDrafts(userId))
	const { data, error, isPending } = useRead(listReviewDrafts, {})
	const draft = data?.drafts.find(({ words }) => words > 0)
	// Of this browser's drafts only those that the server lacks, unless it is unreachable
	const own = !draft && (data || error) ? stored.find(({ isSaved }) => error || !isSaved) : undefined
	return (
		<aside className={css.waiting} aria-label="Waiting for you">
			{isPending && <div aria-busy="true" />}
			{draft && <Draft gameId={draft.game.id} name={getGameName(draft.game)} words={draft.words} />}
			{own && <StoredDraft gameId={own.gameId} words={own.words} />}
			<Tonight />
		</aside>
	)
}

/** The review that the viewer has begun in this browser only. */
function StoredDraft({ gameId, words }: { gameId: number; words: number }) {
	const { data, isPending } = useRead(getGame, { params: { id: gameId } })
	if (isPending) return <div aria-busy="true" />
	return data ? <Draft gameId={gameId} name={data.data.name} words={words} /> : null
}

function Draft({ gameId, name, words }: { gameId: number; name: string; words: number }) {
	return (
		<section className={section.section}>
			<header className={section.head}>
				<h2>Waiting for You</h2>
			</header>
			<p className={css.draft}>
				Your draft on <Link to={paths.reviewForm(gameId)}>{name}</Link>, {pluralize(words, 'word')}
			</p>
		</section>
	)
}

/** The small form of `/next`. */
function Tonight() {
	const { data, isPending, skip, hide } = useNext(NEXT.query)
	if (isPending) return <div aria-busy="true" />
	const game = data?.game
	if (!game) return null
	return (
		<section className={section.section} data-follows="">
			<header className={section.head}>
				<h2 className={css.title}>
					<Link to={paths.next()}>Tonight, Perhaps</Link>
				</h2>
			</header>
			<div className={css.game}>
				<CoverWithMenu game={game}>
					<Link to={paths.game(game.id)} tabIndex={-1} aria-hidden="true">
						<GameCover game={game} sizes="84px" />
					</Link>
				</CoverWithMenu>
				<div>
					<h3 className={css.name}>
						<Link to={paths.game(game.id)}>{getGameName(game)}</Link>
					</h3>
					<p className={css.since}>{data.reason}</p>
					<div className={css.actions}>
						<Button kind="plain" onClick={() => skip(game.id)}>
							Another
						</Button>
						<Button kind="plain" onClick={() => hide(game, 'later')}>
							Not Now
						</Button>
						<Button kind="plain" onClick={() => hide(game, 'never')}>
							Never
						</Button>
					</div>
				</div>
			</div>
		</section>
	)
}
