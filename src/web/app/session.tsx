import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { getMe, logout, type Tokens } from '#contract/session-tokens.ts'
import type { CurrentUser } from '#contract/users.ts'
import { call } from './api-client.ts'
import { browserTransport } from './browser-transport.ts'
import { clearCredentials, readCredentials, onCredentialsChange, storeTokens, storeUser } from './credentials.ts'

const REFETCH_MS = 15 * 60_000

export interface Session {
	/** Null for a visitor, and until the own account has come for the first time. */
	user: CurrentUser | null
	/** `unknown` while the page is what the server rendered; then whether there is an access token. */
	status: 'unknown' | 'in' | 'out'
}

const unknown: Session = { user: null, status: 'unknown' }
const visitor: Session = { user: null, status: 'out' }
let current: Session | null = null
let currentText: string | null = null

function snapshot(): Session {
	const { accessToken, user } = readCredentials()
	if (accessToken === null) return visitor
	if (current === null || currentText !== user) {
		current = { user: parseUser(user), status: 'in' }
		currentText = user
	}
	return current
}

function parseUser(text: string | null): CurrentUser | null {
	try {
		return text === null ? null : (JSON.parse(text) as CurrentUser | null)
	} catch {
		return null
	}
}

/** Who is signed in. The same object until something changes. */
export function useSession(): Session {
	return useSyncExternalStore(onCredentialsChange, snapshot, () => unknown)
}

/** Keeps what a successful sign-in or registration answered. */
export function signIn(answer: { user: CurrentUser; tokens: Tokens }): void {
	storeUser(answer.user)
	storeTokens(answer.tokens)
}

/** Ends the session here at once, whatever the server says, and tells the server. */
export function signOut(): void {
	const { refreshToken } = readCredentials()
	clearCredentials()
	// The session also ends by itself; there is nothing for the person to do about a failure.
	if (refreshToken !== null) call(browserTransport, logout, { body: { refreshToken } }).catch(() => {})
}

/**
 * Keeps the session true while the site is open: the own account every 15 minutes, `data-session` on the root for
 * CSS, and everything read anew when the viewer changes (the server's HTML is a visitor's); `data-viewer` says when
 * that has come, so that CSS can hold back what would change before the eyes.
 */
export function useSessionSync(): void {
	const { status, user } = useSession()
	const client = useQueryClient()
	const id = status === 'in' ? (user?.id ?? null) : null
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
						// What has been stored since it was asked, here or in another tab, is newer
						if (readCredentials().user === before) storeUser(answer.user)
					})
					// A refused session is cleared by the transport; any other failure leaves the cached account.
					.catch(() => {})
			)
		}
		void fetchMe()
		const timer = setInterval(() => void fetchMe(), REFETCH_MS)
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

// The server's HTML, and so the cache at the start, is a visitor's.
let lastViewer = 'out'

/** Says that what is in the cache at the start was asked for as whoever is signed in. */
export function initializeViewer(): void {
	const { status, user } = snapshot()
	lastViewer = user?.id ?? status
	document.documentElement.dataset.viewer = 'known'
}
