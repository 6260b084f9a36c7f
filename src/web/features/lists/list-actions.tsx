import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { isolate } from '#contract/isolate.ts'
import { copyList, type GameListDetail, getList, listLists } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { read, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCompact } from '#web/app/format.ts'
import { useSession } from '#web/app/session.tsx'
import { showToast } from '#web/app/toasts.ts'
import { ReportMenuItems } from '#web/features/reports/report-menu-items.tsx'
import { LikeButton } from '#web/features/reviews/like-button.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { LINE, SvgIcon } from '#web/ui/svg-icon.tsx'
import css from './list-actions.module.css'

/** What a reader can do with a list: like it, comment on it, and copy it. */
export function ListActions({ list }: { list: GameListDetail }) {
	const { id, title, userId, commentCount } = list
	const { user } = useSession()
	return (
		<div className={css.actions}>
			<LikeButton kind="list" of={list} subject="this list" returnTo={paths.list(id)} />
			<Link to="#comments" className={buttonClass('quiet')}>
				<Icon name="comment" size={18} />
				<span>Comment{commentCount > 0 && <span className={css.count}> {formatCompact(commentCount)}</span>}</span>
			</Link>
			<CopyButton id={id} />
			{user?.id !== userId && (
				<span data-settles="" className={css.more}>
					<Menu label="More about this list">
						<ReportMenuItems subject="list" subjectId={id} name={`the list ${isolate(title)}`} />
					</Menu>
				</span>
			)}
		</div>
	)
}

/** Copies a list to a private one of the viewer, and opens it. */
function CopyButton({ id }: { id: string }) {
	const client = useQueryClient()
	const navigate = useNavigate()
	const { status } = useSession()
	const login = paths.login({ redirect: paths.list(id), message: 'copy-list' })
	const { send, isSending } = useSend(copyList, {
		invalidates: [listLists, getProfile],
		onDone: (copy) => {
			client.setQueryData(read(getList, { params: { id: copy.id } }).queryKey, copy)
			void navigate(paths.list(copy.id))
			showToast({
				message: 'Copied. Only you can see this list.',
				actions: [{ label: 'Edit', onPress: () => void navigate(paths.editList(copy.id)) }],
			})
		},
		onError: (error) => {
			if (error.status === 401) void navigate(login)
			else showToast({ kind: 'bad', message: getFailureMessage(error, copyList.config.failure) })
		},
	})
	const label = (
		<>
			<SvgIcon size={18}>
				<path {...LINE} d="M9 8.5h11.5v12H9ZM5.5 15.5h-2v-12H15v2" />
			</SvgIcon>
			<span>
				Copy<span className="visually-hidden"> this list</span>
			</span>
		</>
	)
	if (status !== 'in')
		return (
			<Link className={buttonClass('quiet')} to={login}>
				{label}
			</Link>
		)
	return (
		<button
			type="button"
			className={buttonClass('quiet')}
			aria-disabled={isSending}
			onClick={() => {
				if (!isSending) send({ params: { id } })
			}}
		>
			{label}
		</button>
	)
}
