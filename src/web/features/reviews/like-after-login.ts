import type { QueryClient } from '@tanstack/react-query'
import { isLoggedIn } from '#web/app/credentials.ts'
import type { Router } from '#web/app/page-transitions.ts'
import { parseStoredValue } from '#web/app/persisted-state.ts'
import { showToast } from '#web/app/toasts.ts'
import { type LikeTarget, REMEMBERED_LIKE } from './remembered-like.ts'

/** Where one is between the press and the login: `paths.login()`, the landing of providers and the choice of a username. */
const ON_THE_WAY = /^\/(login|oauth|select-username)(\/|$)/

/**
 * Carries out the like for which a visitor was sent to the login, once, when they come back from it logged in. A visitor who
 * goes elsewhere has changed their mind.
 */
export function likeAfterLogin(client: QueryClient, router: Router): void {
	const check = () => {
		const { navigation, location } = router.state
		if (navigation.state !== 'idle' || ON_THE_WAY.test(location.pathname)) return
		const target = takeRememberedLike()
		if (target && isLoggedIn()) void carryOut(client, target)
	}
	router.subscribe(check)
	check()
}

async function carryOut(client: QueryClient, target: LikeTarget): Promise<void> {
	const sending = await import('./like-sending.ts').catch(() => undefined)
	const failure = await sending?.changeLike(client, target, true)
	if (failure) showToast({ kind: 'bad', message: failure.message })
	else if (failure === null) showToast({ message: `You liked the ${target.kind}` })
}

function takeRememberedLike(): LikeTarget | null {
	try {
		const stored = sessionStorage.getItem(REMEMBERED_LIKE)
		sessionStorage.removeItem(REMEMBERED_LIKE)
		return parseStoredValue(stored, isTarget)
	} catch {
		return null
	}
}

function isTarget(value: unknown): value is LikeTarget {
	const { kind, id } = (value ?? {}) as Partial<LikeTarget>
	return typeof id === 'string' && (kind === 'review' || kind === 'comment' || kind === 'list')
}
