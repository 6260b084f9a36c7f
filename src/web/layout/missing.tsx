import { Link } from 'react-router'
import { useHead } from '../head.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import css from './error-screen.module.css'

/** The screen of something that does not exist; the server answers it with 404. */
export function Missing({ title, children }: { title: string; children: string }) {
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
