import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Returns the token of the emailed link: undefined until hydration, null if there is none. Removes it from the URL at
 * once, so that neither the history nor a shared URL contains it.
 */
export function useLinkToken(): string | null | undefined {
	const { pathname, search } = useLocation()
	const navigate = useNavigate()
	const [token, setToken] = useState<string | null>()
	// The server renders these pages without their query, so the token is read on the client only.
	useEffect(() => {
		const fromUrl = new URLSearchParams(search).get('token')
		setToken((before) => fromUrl || before || null)
		if (fromUrl !== null) void navigate(pathname, { replace: true, preventScrollReset: true })
	}, [pathname, search, navigate])
	return token
}
