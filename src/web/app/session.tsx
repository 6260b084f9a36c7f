import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { getMe, logout, type Tokens } from '#contract/session-tokens.ts'
import type { CurrentUser } from '#contract/users.ts'
import { setTimeZone } from '#web/ui/time-zone.ts'
import { call } from './api-client.ts'
import { browserTransport } from './browser-transport.ts'
import { clearCredentials, onCredentialsChange, readCredentials, storeTokens, storeUser } from './credentials.ts'

const REFETCH_INTERVAL_MS = 15 * 60_000

export interface Session {
	/** Null for a visitor, and until the account has loaded for the first time. */
	user: CurrentUser | null
	/** `unknown` until hydration; then whether there is an access token. */
	status: 'unknown' | 'in' | 'out'
}

const UNKNOWN_SESSION: Session = { user: null, status: 'unknown' }
const VISITOR_SESSION: Session = { user: null, status: 'out' }
let cachedSession: Session | null = null
let cachedUserJson: string | null = null

function getSession(): Session {
	const { accessToken, user } = readCredentials()
	if (accessToken === null) return VISITOR_SESSION
	if (cachedSession === null || cachedUserJson !== user) {
		cachedSession = { user: parseUser(user), status: 'in' }
		cachedUserJson = user
	}
	return cachedSession
}

function parseUser(text: string | null): CurrentUser | null {
	try {
		return text === null ? null : (JSON.parse(text) as CurrentUser | null)
	} catch {
		return null
	}
}

/** Returns the current session; the same object until something changes. */
export function useSession(): Session {
	return useSyncExternalStore(onCredentialsChange, getSession, () => UNKNOWN_SESSION)
}

/** Stores the account and tokens of a successful login or registration. */
export function logIn(answer: { user: CurrentUser; tokens: Tokens }): void {
	storeUser(answer.user)
	storeTokens(answer.tokens)
}

/** Ends the local session at once, then ends it on the server without waiting for the response. */
export function signOut(): void {
	const { refreshToken } = readCredentials()
	clearCredentials()
	// Ignore failures: the session also expires on the server
	if (refreshToken !== null) call(browserTransport, logout, { body: { refreshToken } }).catch(() => {})
}

/**
 * Keeps the session in sync while the site is open: refetches the account every 15 minutes, sets `data-session` on the
 * root for CSS, shows moments in the member's own zone, and refetches all data when the viewer changes (the server renders
 * for visitors). `data-viewer` is set when that data has loaded; until then CSS can hide content that would visibly change.
 */
export function useSessionSync(): void {
	const { status, user } = useSession()
	const client = useQueryClient()
	const id = status === 'in' ? (user?.id ?? null) : null
	useLayoutEffect(() => setTimeZone(status === 'in' ? undefined : 'UTC'), [status])
	useEffect(() => {
		if (status === 'unknown') return
		document.documentElement.dataset.session = status
	}, [status])
	useEffect(() => {
		if (status !== 'in') return
		const fetchMe = () => {
			const before = readCredentials().user
			return (
				call(browserTransport, getMe, {})
					.then((answer) => {
						// An account stored during the request, here or in another tab, is newer
						if (readCredentials().user === before) storeUser(answer.user)
					})
					// The transport clears a refused session; after any other failure the cached account stays
					.catch(() => {})
			)
		}
		void fetchMe()
		const timer = setInterval(() => void fetchMe(), REFETCH_INTERVAL_MS)
		return () => clearInterval(timer)
	}, [status])
	useEffect(() => {
		if (status === 'unknown') return
		const viewer = id ?? (status === 'in' ? 'in' : 'out')
		if (viewer === lastViewer) return
		const wasAccountPending = lastViewer === 'in' && status === 'in'
		lastViewer = viewer
		if (wasAccountPending) return
		client.removeQueries({ type: 'inactive' })
		const { dataset } = document.documentElement
		delete dataset.viewer
		void client.invalidateQueries().then(() => {
			dataset.viewer = 'known'
		})
	}, [status, id, client])
}

// The server's HTML, and so the initial cache, is a visitor's
let lastViewer = 'out'

/** Declares that the initial cache was loaded as the logged-in viewer. For clients without server rendering. */
export function initializeViewer(): void {
	const { status, user } = getSession()
	lastViewer = user?.id ?? status
	document.documentElement.dataset.viewer = 'known'
}
