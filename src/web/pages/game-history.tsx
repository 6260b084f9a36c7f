import { useEffect } from 'react'
import { Link, redirect, useNavigate, useParams, useSearchParams } from 'react-router'
import { listGameHistory } from '#contract/game-edits.ts'
import { GAME_NOT_FOUND } from '#contract/game-ref.ts'
import { paths } from '#contract/paths.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { useFlash } from '#web/app/flash-message.ts'
import { useHead } from '#web/app/head.tsx'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { useSession } from '#web/app/session.tsx'
import { GameChanges, type ListedChange } from '#web/features/games/game-changes.tsx'
import { parseGameId } from '#web/features/games/game-id.ts'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './game-history.module.css'

const loadForm = () => import('#web/features/games/edit-form.tsx')

const historyOf = (id: number, cursor: string | null) => ({
	params: { id },
	query: cursor === null ? {} : { cursor },
})

export const loader = createLoader(async ({ client, params, url }) => {
	const id = parseGameId(params)
	const history = readPages(listGameHistory, historyOf(id, url.searchParams.get('cursor')))
	await preload(client, history)
	const currentId = client.getQueryData(history.queryKey)?.pages[0]?.game.id ?? id
	// It was merged into another game
	if (currentId !== id && !Number.isNaN(id)) throw redirect(paths.gameHistory(currentId), 301)
})

/** What sources and moderators changed about a game, for everyone; moderators edit it here. */
export function Component() {
	const id = parseGameId(useParams())
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const { user } = useSession()
	const message = useFlash('message')
	const isModerator = user?.role === 'moderator' || user?.role === 'admin'
	const isEditing = isModerator && search.has('edit')
	const list = useReadPages(
		listGameHistory,
		historyOf(id, search.get('cursor')),
		({ changes, nextCursor }): ListedChange[] =>
			changes.map((change, index) => ({
				...change,
				id: change.id ?? `${nextCursor} ${index}`,
				editId: change.id,
			})),
	)
	const { rows, error, first, next } = list
	const name = first?.game.name
	useHead({
		title: name === undefined ? 'History of a game' : `${isEditing ? 'Edit' : 'History of'} ${name}`,
		status: error && !rows ? getFailureStatus(error) : 200,
	})
	if (isMissing(error) && !rows)
		return (
			<NotFoundScreen title={GAME_NOT_FOUND.error}>
				The game you're looking for doesn't exist or has been removed.
			</NotFoundScreen>
		)
	const nextCursor = next && 'cursor' in next ? next.cursor : null
	return (
		<>
			<PageHead
				title={name ?? 'History of a game'}
				lead={isEditing ? 'Edit the facts' : 'What sources and moderators changed'}
			>
				<div className={css.actions}>
					<Link to={paths.game(id)} className={buttonClass('quiet')}>
						View Game
					</Link>
					{isModerator && !isEditing && (
						<Link to={paths.gameHistory(id, { edit: 1 })} className={buttonClass('main')}>
							Edit
						</Link>
					)}
				</div>
			</PageHead>
			<Notice message={message} durationMs={5000} />
			{isEditing ? (
				<LazyForm
					gameId={id}
					onSaved={(message) => void navigate(paths.gameHistory(id), { state: { message }, replace: true })}
				/>
			) : (
				<PagedList
					list={list}
					getMessage={(error) => getFailureMessage(error, listGameHistory.config.failure)}
					nextHref={nextCursor === null ? null : paths.gameHistory(id, { cursor: nextCursor })}
					onRestart={search.has('cursor') ? () => void navigate(paths.gameHistory(id), { replace: true }) : null}
					skeleton={
						<SkeletonList label="Loading the history" count={6} className={css.rows}>
							<Skeleton />
							<Skeleton shape="short" />
						</SkeletonList>
					}
					empty={<Empty scene="book">Nothing has changed since this game was added.</Empty>}
					endMessage="End of list"
				>
					{(rows) => (
						<>
							<GameChanges gameId={id} changes={rows} canUndo={isModerator} />
							{first && nextCursor === null && (
								<p className={css.added}>
									Added <Time time={first.addedAt} precision="day" inSentence />
								</p>
							)}
						</>
					)}
				</PagedList>
			)}
		</>
	)
}

function LazyForm(props: { gameId: number; onSaved: (message: string) => void }) {
	const { module, load } = useLazyForm(loadForm)
	// The page has the form only for moderators who edit
	// biome-ignore lint/correctness/useExhaustiveDependencies: loads once
	useEffect(load, [])
	return module ? <module.EditForm {...props} /> : <Skeleton shape="block" />
}
