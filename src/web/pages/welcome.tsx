import { Link, useSearchParams } from 'react-router'
import { LOG_IN_TO_KEEP_TRACK } from '#contract/library-entry.ts'
import { paths } from '#contract/paths.ts'
import { isLoggedIn } from '#web/app/credentials.ts'
import { createLoader, preload } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { lazy } from '#web/app/lazy.tsx'
import { useSession } from '#web/app/session.tsx'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'
import { knownGames, RateGames } from '#web/features/welcome/rate-games.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import css from './welcome.module.css'

const NextSteps = lazy(() => import('#web/features/welcome/next-steps.tsx'), 'NextSteps', {
	placeholder: () => <div aria-busy="true" />,
	failure: () => (
		<Link to={paths.home()} className={`${buttonClass('main')} ${css.on}`}>
			Go to Home
		</Link>
	),
})

export const loader = createLoader(({ client }) => preload(client, ...(isLoggedIn() ? [knownGames] : [])))

/** Where new accounts begin: a few well-known games to rate, then what one can do next. Can be left at any time. */
export function Component() {
	const { status, user } = useSession()
	const [query] = useSearchParams()
	useHead({ title: 'Welcome' })
	if (status === 'out') return <LoginRedirect message={LOG_IN_TO_KEEP_TRACK} />
	const isNext = query.get('step') === 'next'
	return (
		<div className={css.page} data-for="members">
			<header className={css.head}>
				<div>
					<h1>{isNext ? 'A Good Start' : `Welcome${user ? `, ${user.username}` : ''}`}</h1>
					{!isNext && (
						<p className={css.lead}>Rate a few games you know. We’ll use them to find people and games for you.</p>
					)}
				</div>
			</header>
			{status === 'in' && (isNext ? <NextSteps /> : <RateGames />)}
		</div>
	)
}
