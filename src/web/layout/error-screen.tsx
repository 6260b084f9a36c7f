import { useHead } from '../head.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import css from './error-screen.module.css'

/** What stands in place of a screen that broke. The link loads the page anew, with everything fresh. */
export function ErrorScreen() {
	useHead({ title: 'Unexpected Application Error!', status: 500 })
	return (
		<div className={css.screen}>
			<h1>Unexpected Application Error!</h1>
			<Empty
				alert
				action={
					<a className={buttonClass('quiet')} href={paths.home()}>
						Back to Home
					</a>
				}
			>
				Something on this page broke, and that is our fault. Reload it, or go back home; nothing you saved is lost.
			</Empty>
		</div>
	)
}
