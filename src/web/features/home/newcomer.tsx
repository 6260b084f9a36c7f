import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { getLibrarySummary, listLibrary } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { getPopularUsers } from '#contract/popular-users.ts'
import { listReviews } from '#contract/reviews.ts'
import { read, useRead } from '#web/app/data.tsx'
import { toggleCoverMenu } from '#web/features/games/cover-menu-state.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { useLibraryEntry } from '#web/features/library-entry/use-library-entry.ts'
import { ReviewCard } from '#web/features/reviews/review-card.tsx'
import { GameSearch } from '#web/features/search/game-search.tsx'
import { SUGGESTED, SuggestedPeople, useSuggestedPeople } from '#web/features/users/suggested-people.tsx'
import { PLAYING } from './member-reads.ts'
import css from './newcomer.module.css'
import { popularGames } from './popular-games.tsx'
import { Section } from './section.tsx'

const SUGGESTIONS = 6
const TEXT_LENGTH = 220
const NEWEST = { query: { limit: 3 } } as const

/** Asks for the game that the viewer plays, and offers popular ones to those who have no game yet. */
export function StartPlaying() {
	const field = useRef<HTMLDivElement>(null)
	const { data: summary, isPending } = useRead(getLibrarySummary, {})
	const { data: popular, isPending: isPopularPending } = useQuery(popularGames('month'))
	const client = useQueryClient()
	const isPlaying = (summary?.byStatus.playing ?? 0) > 0
	// Lists keep what they show, but this one showed nothing
	useEffect(() => {
		if (isPlaying) void client.invalidateQueries({ queryKey: read(listLibrary, PLAYING).queryKey })
	}, [isPlaying, client])
	return (
		<div className={css.start} aria-busy={isPending || isPopularPending}>
			<div ref={field} className={css.search}>
				<p className={css.question}>What are you playing?</p>
				<GameSearch
					label="Search for a game"
					limit={SUGGESTIONS}
					onPick={(game) => {
						const opener = field.current?.querySelector('input')
						if (opener) requestAnimationFrame(() => toggleCoverMenu({ game, onSelect: undefined, opener }))
					}}
				/>
			</div>
			{summary?.total === 0 && popular && popular.length > 0 && (
				<div>
					<p className={css.hint}>Popular this month. Press the one that you’re playing.</p>
					<ul className={css.covers}>
						{popular.map((game) => (
							<li key={game.id}>
								<PlayingCover game={game} />
							</li>
						))}
					</ul>
					<p className={css.hint}>
						You kept your games elsewhere? <Link to={paths.imports()}>Bring Your Games</Link>
					</p>
				</div>
			)}
		</div>
	)
}

/** Marks a game as playing at a press, of a viewer whose library is empty. */
function PlayingCover({ game }: { game: { id: number; name: string; cover: string | null } }) {
	const { save } = useLibraryEntry(game, null)
	return (
		<button
			type="button"
			className={css.cover}
			aria-label={`I’m playing ${game.name}`}
			title={game.name}
			onClick={({ detail }) => {
				// The second click of a double click would take it back
				if (detail <= 1) save({ status: 'playing' })
			}}
		>
			<GameCover game={game} sizes="96px" />
		</button>
	)
}

/** What the site has to read for those whose feed is empty. */
export function NewHere() {
	const { data, error, retry } = useRead(listReviews, NEWEST)
	const reviews = data?.reviews ?? []
	if (data && reviews.length === 0) return null
	return (
		<Section
			title="New Here"
			more={{ to: paths.reviews(), label: 'View All Reviews' }}
			error={error}
			failure={listReviews.config.failure}
			onRetry={retry}
			isLoaded={data !== undefined}
			empty={null}
			skeletons={NEWEST.query.limit}
		>
			<ol className={css.reviews}>
				{reviews.map((review) => (
					<li key={review.id}>
						<ReviewCard review={review} textLength={TEXT_LENGTH} />
					</li>
				))}
			</ol>
		</Section>
	)
}

/** The people who are read most, to follow. */
export function PeopleToFollow() {
	const { people, error, retry } = useSuggestedPeople()
	return (
		<Section
			title="People to Follow"
			error={error}
			failure={getPopularUsers.config.failure}
			onRetry={retry}
			isLoaded={people !== undefined}
			empty={null}
			skeletons={SUGGESTED}
		>
			{people && <SuggestedPeople people={people} />}
			<p className={css.hint}>
				Activity from people you follow will appear here. <Link to={paths.users()}>Find People to Follow</Link>
			</p>
		</Section>
	)
}
