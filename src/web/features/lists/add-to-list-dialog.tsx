import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isolate } from '#contract/isolate.ts'
import { ALREADY_IN_LIST, addListGame, type GameList, getList, listLists, removeListGame } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { pluralize } from '#web/app/format.ts'
import { useSession } from '#web/app/session.tsx'
import { showToast } from '#web/app/toasts.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import css from './add-to-list-dialog.module.css'

interface AddToListDialogProps {
	games: readonly { id: number; name: string }[]
	open: boolean
	onClose: () => void
	/** Called when all games are on a list. */
	onAdded?: () => void
}

/** Adds games to one of the viewer's lists, with Undo. */
export function AddToListDialog({ games, open, onClose, onAdded }: AddToListDialogProps) {
	const { user } = useSession()
	const [only] = games.length === 1 ? games : []
	return (
		<Dialog open={open} title="Add to List" onClose={onClose}>
			<p className={css.games}>{only ? only.name : pluralize(games.length, 'game')}</p>
			{user && (
				<Lists
					games={games}
					username={user.username}
					onDone={() => {
						onClose()
						onAdded?.()
					}}
				/>
			)}
		</Dialog>
	)
}

interface ListsProps {
	games: AddToListDialogProps['games']
	username: string
	onDone: () => void
}

function Lists({ games, username, onDone }: ListsProps) {
	const list = useReadPages(listLists, { query: { username, limit: 20 } }, (answer) => answer.lists)
	const { failure, isAdding, add } = useAdding(games, onDone)
	const { next } = list
	return (
		<div className={css.scroll}>
			<Notice kind="bad" message={failure} />
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, listLists.config.failure)}
				nextHref={next && paths.userLists(username)}
				skeleton={
					<SkeletonList label="Loading lists" count={3}>
						<Skeleton shape="short" />
					</SkeletonList>
				}
				empty={
					<Empty
						scene="shelf"
						action={
							<Link to={paths.newList()} className={buttonClass('main')} onClick={onDone}>
								Create List
							</Link>
						}
					>
						You have no lists yet.
					</Empty>
				}
			>
				{(lists) => (
					<ul>
						{lists.map((one) => (
							<li key={one.id}>
								<button type="button" className={css.list} aria-disabled={isAdding} onClick={() => void add(one)}>
									<span className={css.title}>{one.title}</span>
									<span className={css.count}>{pluralize(one.gameCount, 'game')}</span>
								</button>
							</li>
						))}
					</ul>
				)}
			</PagedList>
		</div>
	)
}

/** Adds the games one after the other and stops at the first failure. Those that are on the list stay there. */
function useAdding(games: ListsProps['games'], onDone: () => void) {
	const client = useQueryClient()
	const [isAdding, setAdding] = useState(false)
	const [failure, setFailure] = useState<string | null>(null)
	const refresh = () => {
		for (const { url } of [getList, listLists]) void client.invalidateQueries({ queryKey: [url] })
	}
	const remove = async (id: string, gameIds: readonly number[]) => {
		try {
			for (const gameId of gameIds) await call(browserTransport, removeListGame, { params: { id, gameId } })
		} catch (error) {
			if (!(error instanceof ApiError)) throw error
			showToast({ kind: 'bad', message: getFailureMessage(error, removeListGame.config.failure) })
		}
		refresh()
	}
	const add = async ({ id, title }: GameList) => {
		if (isAdding) return
		setAdding(true)
		setFailure(null)
		const added: number[] = []
		let error: ApiError | null = null
		for (const { id: gameId } of games) {
			try {
				await call(browserTransport, addListGame, { params: { id }, body: { gameId } })
				added.push(gameId)
			} catch (reason) {
				if (!(reason instanceof ApiError)) throw reason
				if (reason.code === ALREADY_IN_LIST.code && games.length > 1) continue
				error = reason
				break
			}
		}
		setAdding(false)
		refresh()
		if (added.length > 0) {
			const what = games.length === 1 ? '' : `${pluralize(added.length, 'game')} `
			showToast({
				message: what ? `${what}added to ${isolate(title)}` : `Added to ${isolate(title)}`,
				actions: [{ label: 'Undo', onPress: () => void remove(id, added) }],
			})
		}
		if (error) setFailure(getFailureMessage(error, addListGame.config.failure))
		else if (added.length === 0) setFailure('These games are on the list already')
		else onDone()
	}
	return { failure, isAdding, add }
}
