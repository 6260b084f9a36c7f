import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { type GameListDetail, getList, LIST_NOT_FOUND } from '#contract/lists.ts'
import { paths, withQuery } from '#contract/paths.ts'
import { createLoader, preload, read, readPages, useRead } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { useDeletedCommentIds } from '#web/features/comments/comment-deletion.ts'
import { threadsOf } from '#web/features/comments/comment-subject.ts'
import { Comments } from '#web/features/comments/comments.tsx'
import { smallCoverUrl } from '#web/features/games/game-cover.tsx'
import { ViewSwitch } from '#web/features/games/view-switch.tsx'
import { DeleteListDialog } from '#web/features/lists/delete-list-dialog.tsx'
import { ListActions } from '#web/features/lists/list-actions.tsx'
import { ListFacts } from '#web/features/lists/list-facts.tsx'
import { listHead } from '#web/features/lists/list-head.ts'
import { defaultListView, ListItems } from '#web/features/lists/list-items.tsx'
import { ERROR_LOADING_LIST, formatListHeading, LOADING_LIST, UNKNOWN_USER } from '#web/features/lists/list-labels.ts'
import { ListLoadError } from '#web/features/lists/list-load-error.tsx'
import { ListProgress } from '#web/features/lists/list-progress.tsx'
import { ListText, revealedListInput } from '#web/features/lists/list-text.tsx'
import { LazyModerationNotice } from '#web/features/moderation/lazy-moderation-notice.tsx'
import { asksForSpoilers, keepSpoilers } from '#web/features/texts/spoilers-param.ts'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { ShareButton } from '#web/layout/share-button.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import section from '#web/ui/section.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time, useMomentFormat } from '#web/ui/time.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './list.module.css'

const VIEWS = [
	{ view: 'wall', label: 'Wall', icon: 'wall' },
	{ view: 'rows', label: 'Rows', icon: 'rows' },
] as const
const BAND_LENGTH = 5

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
	const { items, description } = shown
	const chosen = VIEWS.find(({ view }) => view === search.get('view'))?.view
	const view = chosen ?? defaultListView(items)
	useHead({ ...listHead(list), isVariant: isRevealed })
	return (
		<article className={css.screen}>
			<Band games={items.map(({ game }) => game)} />
			<header className={css.head}>
				<h1 className={css.title}>{list.title}</h1>
				<div className={css.made}>
					<Creator list={list} />
					<div className={css.actions}>
						<OwnerActions list={list} />
						{list.visibility !== 'private' && <ShareButton kind="icon" title={list.title} path={paths.list(list.id)} />}
					</div>
				</div>
				<ListFacts list={list} />
				{description && (
					<p className={css.description}>
						<ListText list={shown} text={description} pick={(sent) => sent.description} />
					</p>
				)}
				<LazyModerationNotice of={list} what="list" />
				{!list.moderation && <ListActions list={list} />}
				<ListProgress list={list} />
			</header>
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

/** The first covers, behind the title. */
function Band({ games }: { games: readonly GameRef[] }) {
	const covers = games.slice(0, BAND_LENGTH).flatMap(({ id, cover }) => (cover === null ? [] : [{ id, cover }]))
	if (covers.length === 0) return null
	return (
		<div className={css.band} aria-hidden="true">
			{covers.map(({ id, cover }) => (
				<span key={id}>
					<Picture src={smallCoverUrl(cover)} alt="" width={150} height={200} eager priority="low" />
				</span>
			))}
		</div>
	)
}

function Creator({ list: { user, createdAt, updatedAt } }: { list: GameListDetail }) {
	const { username, profilePicture } = user
	const format = useMomentFormat()
	return (
		<p className={css.creator}>
			<Avatar name={username} src={profilePicture} />
			<span>
				<span>
					Created by{' '}
					{username ? (
						<Link to={paths.profile(username)} className={css.name}>
							{username}
						</Link>
					) : (
						<span className={css.name}>{UNKNOWN_USER}</span>
					)}
				</span>
				<span className={css.when}>
					<Time time={createdAt} precision="day" />
					{format(updatedAt, 'day') !== format(createdAt, 'day') && (
						<span>
							{' '}
							· updated <Time time={updatedAt} />
						</span>
					)}
				</span>
			</span>
		</p>
	)
}

/** Edit and Delete buttons, for the owner only. */
function OwnerActions({ list: { id, userId } }: { list: GameListDetail }) {
	const { user } = useSession()
	const navigate = useNavigate()
	const [isDeleting, setDeleting] = useState(false)
	if (user?.id !== userId) return null
	return (
		<>
			<Link className={buttonClass('quiet')} to={paths.editList(id)}>
				<Icon name="pencil" size={16} />
				<span className={css.word}>Edit</span>
			</Link>
			<Button onClick={() => setDeleting(true)}>
				<Icon name="trash" size={16} />
				<span className={css.word}>Delete</span>
			</Button>
			<DeleteListDialog
				listId={id}
				open={isDeleting}
				onClose={() => setDeleting(false)}
				onDeleted={() => void navigate(paths.ownProfile(), { replace: true })}
			/>
		</>
	)
}

function Loading() {
	useHead({ title: 'List' })
	return (
		<div className={css.screen}>
			<div className={css.head}>
				<p role="status">{LOADING_LIST}</p>
				<Skeleton shape="short" />
				<Skeleton />
			</div>
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
