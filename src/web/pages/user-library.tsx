import { useNavigate, useParams, useSearchParams } from 'react-router'
import { getLibrarySummary, listLibrary } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createLoader, preload, read, readPages, useRead, useReadPages } from '#web/app/data.tsx'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { useSession } from '#web/app/session.tsx'
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
import { useSelection } from '#web/features/library/use-selection.ts'
import { userContentHead } from '#web/features/users/user-content-head.ts'
import { UserPageHead } from '#web/features/users/user-page-head.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

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
	const [query] = useSearchParams()
	const navigate = useNavigate()
	const { user: viewer } = useSession()
	const shown = parseLibraryFilters(query)
	const profile = useRead(getProfile, { params: { username } })
	const summary = useRead(getLibrarySummary, summaryInput(username))
	const list = useReadPages(listLibrary, libraryInput(username, shown), getRows)
	const { selection, start, end } = useSelection()
	const bar = useLazyForm(loadSelectionBar)
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
	const isOwn = viewer !== null && viewer.id === profile.data?.id
	// Only the query changes; the path keeps its spelling.
	const change = (changed: Partial<ShownLibrary>, how: { replace?: boolean } = {}) =>
		void navigate(
			{ search: libraryQuery({ ...shown, cursor: null, ...changed }) },
			{ ...how, preventScrollReset: true },
		)
	const { next } = list
	const rows = (isOwn && list.rows) || []
	return (
		<>
			<UserPageHead user={user} page="Library" />
			<Shelves shown={shown} summary={summary.data} />
			<LibraryFilterBar shown={shown} onChange={change}>
				{rows.length > 0 && (
					<Button onClick={() => (selection ? end() : select())}>{selection ? 'Done' : 'Select Games'}</Button>
				)}
			</LibraryFilterBar>
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, listLibrary.config.failure)}
				nextHref={next && 'cursor' in next ? libraryQuery({ ...shown, cursor: next.cursor }) : null}
				skeleton={<LibraryWallSkeleton />}
				empty={<NoGames isOwn={isOwn} isNarrowed={isNarrowed(shown) || shown.shelf !== 'all'} />}
				skip="Skip the games"
				onRestart={shown.cursor ? () => change({}) : null}
			>
				{(entries) => (
					<LibraryWall entries={entries} isOwn={isOwn} selection={isOwn ? selection : null} onSelect={select} />
				)}
			</PagedList>
			{rows.length > 0 && selection && bar.module && (
				<bar.module.SelectionBar entries={rows.filter(({ gameId }) => selection.has(gameId))} onEnd={end} />
			)}
		</>
	)
}
