import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getLoginMessage } from '#web/features/sessions/login-message.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './list-form-frame.module.css'
import { LOADING_LIST } from './list-labels.ts'

/** The list editor with its heading; `action` is shown beside the heading. */
export function ListFormFrame({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
	return (
		<>
			<PageHead title={title}>{action}</PageHead>
			{children}
		</>
	)
}

/** The placeholder of the form until account and list have loaded. Visitors without JavaScript get a login link. */
export function ListFormSkeleton({ message }: { message: 'create-list' | 'edit-list' }) {
	const { pathname } = useLocation()
	return (
		<>
			<p data-for="visitors" className={css.visitors}>
				<Link to={paths.login({ redirect: pathname, message })}>{getLoginMessage(message)}</Link>
			</p>
			<div data-for="members" className={css.skeleton}>
				<p role="status" className={message === 'create-list' ? 'visually-hidden' : undefined}>
					{message === 'create-list' ? 'Loading...' : LOADING_LIST}
				</p>
				<Skeleton shape="short" />
				<Skeleton shape="block" />
				<Skeleton shape="block" />
			</div>
		</>
	)
}
