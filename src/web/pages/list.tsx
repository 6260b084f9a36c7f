import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { type GameListDetail, getList, LIST_NOT_FOUND } from '#contract/lists.ts'
import { paths, withQuery } from '#contract/paths.ts'
import { createLoader, preload, read, readPages, useRead } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useDeletedCommentIds } from '#web/features/comments/comment-deletion.ts'
import { threadsOf } from '#web/features/comments/comment-subject.ts'
import { Comments } from '#web/features/comments/comments.tsx'
import { ViewSwitch } from '#web/features/games/view-switch.tsx'
import { ListBand } from '#web/features/lists/list-band.tsx'
import { listHead } from '#web/features/lists/list-head.ts'
import { ListHeader, ListHeaderSkeleton } from '#web/features/lists/list-header.tsx'
import { defaultListView, ListItems } from '#web/features/lists/list-items.tsx'
import { ERROR_LOADING_LIST, formatListHeading } from '#web/features/lists/list-labels.ts'
import { ListLoadError } from '#web/features/lists/list-load-error.tsx'
import { revealedListInput } from '#web/features/lists/list-text.tsx'
import { asksForSpoilers, keepSpoilers } from '#web/features/texts/spoilers-param.ts'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { ShareButton } from '#web/layout/share-button.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import section from '#web/ui/section.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './list.module.css'

const VIEWS = [
	{ view: 'wall', label: 'Wall', icon: 'wall' },
	{ view: 'rows', label: 'Rows', icon: 'rows' },
] as const

function listInput(listId: string | undefined) {
	return { params: { id: listId ?? '' } }
}

export const loader = createLoader(({ client, params, url }) => {
	const threads = threadsOf({ kind: 'list', id: params.listId ?? '' }, url.searchParams)
	return preload(
		client,
		read(getList, listInput(params.listId)),
		readPages(threads.endpoint, threads.input),
		...(asksForSpoilers(url.searchParams) ? [read(getList, revealedListInput(params.listId ?? ''))] : []),
	)
})

/** A list of games, in its owner's order. */
export function Component() {
	const { listId } = useParams()
	const { data: list, error, retry } = useRead(getList, listInput(listId))
	if (isMissing(error))
		return (
			// A private list of the viewer's own is missing only in the server's HTML
			<div data-settles="">
				<NotFoundScreen title={LIST_NOT_FOUND.error}>
					The list you're looking for doesn't exist or has been removed.
				</NotFoundScreen>
			</div>
		)
	if (list) return <List list={list} />
	if (error)
		return (
			<LoadFailure
				sentence={getFailureMessage(error, getList.config.failure)}
				status={getFailureStatus(error)}
				onRetry={retry}
			/>
		)
	return <Loading />
}

function List({ list }: { list: GameListDetail }) {
	const { id } = list
	const [search] = useSearchParams()
	const isRevealed = asksForSpoilers(search)
	const revealed = useRead(getList, revealedListInput(id), { enabled: isRevealed && list.isHidden })
	const shown = (isRevealed && revealed.data) || list
	const { items } = shown
	const chosen = VIEWS.find(({ view }) => view === search.get('view'))?.view
	const view = chosen ?? defaultListView(items)
	useHead({ ...listHead(list), isVariant: isRevealed })
	return (
		<article className={css.screen}>
			<ListBand games={items.map(({ game }) => game)} />
			<ListHeader list={list} shown={shown}>
				{list.visibility !== 'private' && <ShareButton kind="icon" title={list.title} path={paths.list(id)} />}
			</ListHeader>
			<section aria-labelledby="games">
				<div className={section.head}>
					<h2 id="games">{formatListHeading(items.length)}</h2>
					{items.length > 0 && (
						<ViewSwitch
							views={VIEWS}
							current={view}
							href={(to) => withQuery(paths.list(id), { view: to, ...keepSpoilers(search) })}
						/>
					)}
				</div>
				{items.length === 0 ? (
					<Empty scene="shelf">No games in this list yet.</Empty>
				) : (
					<ListItems list={shown} view={view} />
				)}
			</section>
			{!list.moderation && <ListComments list={list} />}
			<p className={css.others}>
				<Link to={paths.lists()} className={buttonClass('quiet')}>
					More Lists
				</Link>
			</p>
		</article>
	)
}

function ListComments({ list: { id, userId, commentCount } }: { list: GameListDetail }) {
	const client = useQueryClient()
	const deletedCount = useDeletedCommentIds(id).size
	return (
		<div className={css.comments}>
			<Comments
				subject={{ kind: 'list', id, ownerId: userId, commentCount: Math.max(0, commentCount - deletedCount) }}
				onChange={(answer) =>
					client.setQueryData(
						read(getList, listInput(id)).queryKey,
						(list) => list && { ...list, commentCount: Math.max(0, list.commentCount + (answer ? 1 : -1)) },
					)
				}
			/>
		</div>
	)
}

function Loading() {
	useHead({ title: 'List' })
	return (
		<div className={css.screen}>
			<ListHeaderSkeleton />
			<Skeleton shape="block" />
		</div>
	)
}

function LoadFailure({ sentence, status, onRetry }: { sentence: string; status: number; onRetry: () => void }) {
	useHead({ title: ERROR_LOADING_LIST, status })
	return (
		<ListLoadError sentence={sentence}>
			<TryAgain onRetry={onRetry} />
			<Link className={buttonClass('quiet')} to={paths.home()}>
				Back to Home
			</Link>
		</ListLoadError>
	)
}
