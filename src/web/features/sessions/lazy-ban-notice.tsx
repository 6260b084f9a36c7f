import type { Static } from 'typebox'
import type { Ban } from '#contract/session-refusals.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'

// The code of `BANNED`, not imported because its module has the schemas of all forms
const BANNED_CODE = 'banned'

const loadNotice = () => import('./ban-notice.tsx')

/** Says more about a login that was refused because the account is banned; nothing for other refusals. */
export function LazyBanNotice({ error }: { error: ApiError | null }) {
	const isBanned = error?.code === BANNED_CODE
	const { module } = useLazyModule(loadNotice, isBanned)
	return isBanned && module && <module.BanNotice ban={error.body as Static<typeof Ban>} />
}
