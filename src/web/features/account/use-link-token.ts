import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token of the mailed link that led here: undefined until that is known, null where there is none. It is taken out
 * of the address at once, so that neither the history nor a shared address holds it.
 */
export function useLinkToken(): string | null | undefined {
	const { pathname, search } = useLocation()
	const navigate = useNavigate()
	const [token, setToken] = useState<string | null>()
	// The server renders these pages without their query: what stands in the address is the browser's alone.
	useEffect(() => {
		const given = new URLSearchParams(search).get('token')
		setToken((before) => given || before || null)
		if (given !== null) void navigate(pathname, { replace: true, preventScrollReset: true })
	}, [pathname, search, navigate])
	return token
}
