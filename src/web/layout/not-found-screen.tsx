import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useHead } from '#web/app/head.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import css from './error-screen.module.css'

/** The screen of a page that does not exist; the server responds with 404. */
export function NotFoundScreen({ title, children }: { title: string; children: string }) {
	useHead({ title, status: 404 })
	return (
		<div className={css.screen}>
			<h1>{title}</h1>
			<Empty
				action={
					<Link className={buttonClass('quiet')} to={paths.home()}>
						Back to Home
					</Link>
				}
			>
				{children}
			</Empty>
		</div>
	)
}
