import { useEffect, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { getLibrarySummary, listLibrary } from '#contract/library.ts'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createLoader, preload, read, readPages, useRead, useReadPages } from '#web/app/data.tsx'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { lazy } from '#web/app/lazy.tsx'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { useSession } from '#web/app/session.tsx'
import css from '#web/features/library/library-content.module.css'
import { LibraryFilterBar } from '#web/features/library/library-filter-bar.tsx'
import {
	isNarrowed,
	libraryInput,
	libraryQuery,
	parseLibraryFilters,
	type ShownLibrary,
} from '#web/features/library/library-filters.ts'
import { getRows } from '#web/features/library/library-rows.ts'
import { LibraryWall, LibraryWallSkeleton } from '#web/features/library/library-wall.tsx'
import { NoGames } from '#web/features/library/no-games.tsx'
import { Shelves } from '#web/features/library/shelves.tsx'
import { useLibraryUrl } from '#web/features/library/use-library-url.ts'
import { useSelection } from '#web/features/library/use-selection.ts'
import { userContentHead } from '#web/features/users/user-content-head.ts'
import { UserPageHead } from '#web/features/users/user-page-head.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

const LetterIndex = lazy(() => import('#web/features/library/letter-index.tsx'), 'LetterIndex', {
	placeholder: () => <div className={css.edge} aria-busy="true" />,
	failure: () => null,
})
const loadSelectionBar = () => import('#web/features/library/selection-bar.tsx')

const summaryInput = (username: string) => ({ query: { username } })

export const loader = createLoader(({ client, params: { username = '' }, url }) =>
	preload(
		client,
		read(getProfile, { params: { username } }),
		read(getLibrarySummary, summaryInput(username)),
		readPages(listLibrary, libraryInput(username, parseLibraryFilters(url.searchParams))),
	),
)

/** The library of a user as a wall of covers. */
export function Component() {
	const { username = '' } = useParams()
	// What is kept while filters change is of the same library
	return <Library key={username} username={username} />
}

/** Reads a library; until the first page under new filters has come, it is what it was under the previous ones. */
function useKeptLibrary(username: string, shown: ShownLibrary) {
	const list = useReadPages(listLibrary, libraryInput(username, shown), getRows)
	const last = useRef(list)
	useEffect(() => {
		if (list.rows) last.current = list
	})
	const isPrevious = list.isPending && last.current.rows !== undefined
	return { ...(isPrevious ? { ...last.current, more: () => {} } : list), isPrevious }
}

function Library({ username }: { username: string }) {
	const { user: viewer } = useSession()
	const { shown, wanted, isChanging, change } = useLibraryUrl()
	const profile = useRead(getProfile, { params: { username } })
	const summary = useRead(getLibrarySummary, summaryInput(username))
	const list = useKeptLibrary(username, shown)
	const isOwn = viewer !== null && viewer.id === profile.data?.id
	const rows = (isOwn && list.rows) || []
	const total = list.first?.totalCount
	const { selection, start, selectAll, end } = useSelection(rows, libraryQuery(shown))
	const bar = useLazyForm(loadSelectionBar)
	const content = useRef<HTMLDivElement>(null)
	const select = (gameId?: number) => {
		bar.load()
		start(gameId)
	}
	const user = profile.data ?? { username, profilePicture: null }
	useHead(
		userContentHead(user, {
			kind: 'Games',
			description: `The games that ${user.username} plays, has played and wishes for, on Savepoint.`,
			path: paths.library(user.username),
			paths: list.rows?.map(({ gameId }) => paths.game(gameId)),
			error: list.error,
		}),
	)
	if (isMissing(profile.error) || isMissing(list.error))
		return <NotFoundScreen title="Profile Not Found">This user doesn’t exist.</NotFoundScreen>
	const mostSelected = Math.min(total ?? 0, LIMITS.gamesPerSelection)
	const { next: nextPage } = list
	return (
		<>
			<UserPageHead user={user} page="Library" />
			<Shelves shown={wanted} summary={summary.data} />
			<LibraryFilterBar username={username} shown={wanted} total={total} onChange={change}>
				{shown.shelf === 'wished' && (
					<Link className={buttonClass('plain')} to={paths.upcoming()}>
						Upcoming
					</Link>
				)}
				{isOwn && shown.shelf === 'backlog' && (
					<Link className={buttonClass('plain')} to={paths.next({ source: 'backlog' })}>
						Play Next
					</Link>
				)}
				{rows.length > 0 && (
					<>
						{selection && (
							<Button
								onClick={() => {
									// Not those of the filters before
									if (list.isPrevious) return
									selectAll()
									if (rows.length < mostSelected) list.more()
								}}
							>
								Select {mostSelected === total ? 'All' : 'First'} {mostSelected}
							</Button>
						)}
						<Button onClick={() => (selection ? end() : select())}>{selection ? 'Done' : 'Select Games'}</Button>
					</>
				)}
			</LibraryFilterBar>
			<div ref={content} className={css.content}>
				{shown.sortBy === 'name' && (
					<LetterIndex
						shown={wanted}
						onJump={() => {
							if ((content.current?.getBoundingClientRect().top ?? 0) < 0) content.current?.scrollIntoView()
						}}
					/>
				)}
				<div className={css.games} data-stale={isChanging || list.isPrevious}>
					<PagedList
						list={list}
						getMessage={(error) => getFailureMessage(error, listLibrary.config.failure)}
						nextHref={
							nextPage && 'cursor' in nextPage && !list.isPrevious
								? libraryQuery({ ...shown, cursor: nextPage.cursor })
								: null
						}
						skeleton={<LibraryWallSkeleton />}
						empty={<NoGames isOwn={isOwn} isNarrowed={isNarrowed(shown) || shown.shelf !== 'all'} />}
						skip="Skip the games"
						onRestart={shown.cursor ? () => change({}) : null}
					>
						{(entries) => (
							<LibraryWall
								entries={entries}
								sortBy={shown.sortBy}
								isOwn={isOwn}
								selection={isOwn ? selection : null}
								onSelect={select}
							/>
						)}
					</PagedList>
				</div>
			</div>
			{rows.length > 0 && selection && bar.module && (
				<bar.module.SelectionBar entries={rows.filter(({ gameId }) => selection.has(gameId))} onEnd={end} />
			)}
		</>
	)
}
