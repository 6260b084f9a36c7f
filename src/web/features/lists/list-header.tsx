import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { GameListDetail } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { useSession } from '#web/app/session.tsx'
import { LazyModerationNotice } from '#web/features/moderation/lazy-moderation-notice.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time, useMomentFormat } from '#web/ui/time.tsx'
import { ListActions } from './list-actions.tsx'
import { ListFacts } from './list-facts.tsx'
import css from './list-header.module.css'
import { LOADING_LIST, UNKNOWN_USER } from './list-labels.ts'
import { ListProgress } from './list-progress.tsx'
import { ListText } from './list-text.tsx'

const loadDeleteListDialog = () => import('./delete-list-dialog.tsx')

interface ListHeaderProps {
	list: GameListDetail
	/** The list with the texts that the viewer sees. */
	shown: GameListDetail
	/** The button that shares the list. */
	children: ReactNode
}

/** The title of a list, who made it, what it is about, and what the viewer can do with it. */
export function ListHeader({ list, shown, children }: ListHeaderProps) {
	return (
		<header className={css.head}>
			<h1 className={css.title}>{list.title}</h1>
			<div className={css.made}>
				<Creator list={list} />
				<div className={css.actions}>
					<OwnerActions list={list} />
					{children}
				</div>
			</div>
			<ListFacts list={list} />
			{shown.description && (
				<p className={css.description}>
					<ListText list={shown} text={shown.description} pick={(sent) => sent.description} />
				</p>
			)}
			<LazyModerationNotice of={list} what="list" />
			{!list.moderation && <ListActions list={list} />}
			<ListProgress list={list} />
		</header>
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
	const deletion = useLazyForm(loadDeleteListDialog)
	if (user?.id !== userId) return null
	return (
		<>
			<Link className={buttonClass('quiet')} to={paths.editList(id)}>
				<Icon name="pencil" size={16} />
				<span className={css.word}>Edit</span>
			</Link>
			<Button
				onClick={() => {
					deletion.load()
					setDeleting(true)
				}}
			>
				<Icon name="trash" size={16} />
				<span className={css.word}>Delete</span>
			</Button>
			{deletion.module && (
				<deletion.module.DeleteListDialog
					listId={id}
					open={isDeleting}
					onClose={() => setDeleting(false)}
					onDeleted={() => void navigate(paths.ownProfile(), { replace: true })}
				/>
			)}
		</>
	)
}

/** The placeholder of the header. */
export function ListHeaderSkeleton() {
	return (
		<div className={css.head}>
			<p role="status">{LOADING_LIST}</p>
			<Skeleton shape="short" />
			<Skeleton />
		</div>
	)
}
