import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getSafeRedirectPath } from '#contract/return-path.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { LazySecondStep, SECOND_STEP_LEAD, SECOND_STEP_TITLE } from '#web/features/second-factor/lazy-second-step.tsx'
import { AuthActions, AuthScreen } from '#web/features/sessions/auth-screen.tsx'
import { completeSocialLogin, type LandingResult } from '#web/features/social-login/oauth-landing.ts'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const LANDING_ENDS = ['success', 'callback']

/** The landing page of a social login; `/oauth/success` and `/oauth/callback` are the same screen. */
export function Component() {
	const { end = '' } = useParams()
	return LANDING_ENDS.includes(end) ? (
		<Landing />
	) : (
		<NotFoundScreen title="Page Not Found">
			There is nothing at this address. The link may be outdated or mistyped.
		</NotFoundScreen>
	)
}

function Landing() {
	const { pathname, search } = useLocation()
	const navigate = useNavigate()
	const { status } = useSession()
	const [landed, setLanded] = useState<LandingResult | null>(null)
	useHead({ title: 'Logging in', description: 'Completes logging in to Savepoint.' })

	const begin = useEffectEvent(() => {
		void completeSocialLogin(new URLSearchParams(search)).then(setLanded)
		// Keep the token out of the history
		if (search) void navigate(pathname, { replace: true })
	})
	// Complete the login once, on mount
	useEffect(() => begin(), [])

	useEffect(() => {
		if (!landed || (landed.secondStep && status !== 'in')) return
		const timer = setTimeout(() => void navigate(landed.path, { replace: true }), landed.afterMs)
		return () => clearTimeout(timer)
	}, [landed, navigate, status])

	// The mobile wrapper dispatches `oauth-navigate` with the target path
	useEffect(() => {
		const follow = (event: Event) => {
			const path: unknown = event instanceof CustomEvent ? event.detail : undefined
			if (typeof path === 'string') void navigate(getSafeRedirectPath(path), { replace: true })
		}
		window.addEventListener('oauth-navigate', follow)
		return () => window.removeEventListener('oauth-navigate', follow)
	}, [navigate])

	if (landed?.secondStep && status !== 'in')
		return (
			<AuthScreen title={SECOND_STEP_TITLE} lead={SECOND_STEP_LEAD}>
				<LazySecondStep
					step={landed.secondStep}
					onBack={(reason) =>
						void navigate(paths.login(), { replace: true, ...(reason && { state: { message: reason } }) })
					}
				/>
			</AuthScreen>
		)
	const sentence = landed?.sentence ?? null
	return (
		<AuthScreen title={sentence ? 'Could not log in' : 'Logging you in'}>
			<Notice kind="bad" message={sentence} />
			{sentence ? (
				<AuthActions>
					<Link className={buttonClass('main')} to={paths.login()} replace>
						Back to Login
					</Link>
				</AuthActions>
			) : (
				<Notice message="One moment, please..." />
			)}
		</AuthScreen>
	)
}
