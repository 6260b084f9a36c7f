import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'

/** Sends a visitor to the sign-in with a message, and from there back to this page. */
export function LoginRedirect({ message }: { message: string }) {
	const navigate = useNavigate()
	const { pathname, search } = useLocation()
	const here = pathname + search
	useEffect(() => {
		// Whoever logs out is on the way to another page already, which only has not been drawn yet.
		if (window.location.pathname + window.location.search !== here) return
		void navigate(paths.login({ redirect: here }), { replace: true, state: { message } })
	}, [navigate, here, message])
	return null
}
