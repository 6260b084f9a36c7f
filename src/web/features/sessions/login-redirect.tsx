import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { hasHeldAccount } from '#web/app/credentials.ts'
import { isForNewcomers } from './login-message.ts'

/** Redirects a visitor to the login with a message; the login redirects back to this page. */
export function LoginRedirect({ message }: { message: string }) {
	const navigate = useNavigate()
	const { pathname, search } = useLocation()
	const here = pathname + search
	useEffect(() => {
		// After a logout, a navigation to another page is already in progress.
		if (window.location.pathname + window.location.search !== here) return
		const mode = isForNewcomers(message) && !hasHeldAccount() ? 'signup' : undefined
		void navigate(paths.login({ redirect: here, ...(mode && { mode }) }), { replace: true, state: { message } })
	}, [navigate, here, message])
	return null
}
