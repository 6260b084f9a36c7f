import { useState } from 'react'
import { Link } from 'react-router'
import { getGame } from '#contract/games.ts'
import { listLibrary } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { listReviewDrafts } from '#contract/review-drafts.ts'
import { useRead } from '#web/app/data.tsx'
import { pluralize } from '#web/app/format.ts'
import { showToast } from '#web/app/toasts.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { listStoredReviewDrafts } from '#web/features/reviews/review-draft-storage.ts'
import { Button } from '#web/ui/button.tsx'
import section from '#web/ui/section.module.css'
import { Time } from '#web/ui/time.tsx'
import { WAITING } from './member-reads.ts'
import { pickForTonight, readAnswer, storedTonightAnswer, type TonightAnswer, toUtcDay } from './tonight.ts'
import css from './waiting.module.css'

/** What waits for the viewer: a review that they began, and a game of their backlog. Nothing if there is neither. */
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
			<Tonight userId={userId} />
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

function Tonight({ userId }: { userId: string }) {
	const storage = storedTonightAnswer(userId)
	const [answer, setAnswer] = useState(() => readAnswer(storage.get(), toUtcDay(Date.now())))
	const isShown = !(answer.isOff || answer.isHidden)
	const { data, isPending } = useRead(listLibrary, WAITING, { enabled: isShown })
	const entry = pickForTonight(data?.entries ?? [], answer)
	if (isShown && isPending) return <div aria-busy="true" />
	if (!(isShown && entry)) return null
	const change = (changed: Partial<TonightAnswer>) => {
		const next = { ...answer, ...changed }
		setAnswer(next)
		storage.set(next)
	}
	const hide = (changed: Partial<TonightAnswer>, message: string) => {
		change(changed)
		showToast({ message, actions: [{ label: 'Undo', onPress: () => change(answer) }] })
	}
	const { game, gameId, createdAt } = entry
	return (
		<section className={section.section} data-follows="">
			<header className={section.head}>
				<h2>Tonight, Perhaps</h2>
			</header>
			<div className={css.game}>
				<CoverWithMenu game={game}>
					<Link to={paths.game(gameId)} tabIndex={-1} aria-hidden="true">
						<GameCover game={game} sizes="84px" />
					</Link>
				</CoverWithMenu>
				<div>
					<h3 className={css.name}>
						<Link to={paths.game(gameId)}>{getGameName(game)}</Link>
					</h3>
					<p className={css.since}>
						In your backlog since <Time time={createdAt} precision="month" />
					</p>
					<div className={css.actions}>
						{(data?.entries.length ?? 0) > 1 && (
							<Button kind="plain" onClick={() => change({ skipped: answer.skipped + 1 })}>
								Another
							</Button>
						)}
						<Button kind="plain" onClick={() => hide({ isHidden: true }, 'Hidden until tomorrow')}>
							Not Now
						</Button>
						<Button kind="plain" onClick={() => hide({ isOff: true }, 'No more suggestions')}>
							Never
						</Button>
					</div>
				</div>
			</div>
		</section>
	)
}
