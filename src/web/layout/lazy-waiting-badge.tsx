import { useLazyModule } from '#web/app/lazy-module.ts'

const loadBadge = () => import('#web/features/moderation/waiting-badge.tsx')

/** How much waits for a moderator. Rendered for moderators only, so only they load it. */
export function LazyWaitingBadge() {
	const { module } = useLazyModule(loadBadge, true)
	return module && <module.WaitingBadge />
}
