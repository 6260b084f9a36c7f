import { useQueryClient } from '@tanstack/react-query'
import type { UserRef } from '#contract/users.ts'
import { Button } from '#web/ui/button.tsx'
import { setMuted } from './hide-person.ts'
import css from './muted-notice.module.css'

/** Says on the page of a muted person that they are muted, with the way back. */
export function MutedNotice({ user }: { user: Pick<UserRef, 'id' | 'username'> }) {
	const client = useQueryClient()
	return (
		<section className={css.notice} aria-label="Muted">
			<p>
				<strong>Muted.</strong> {user.username} is not in your feeds, rankings, comments and notifications.
			</p>
			<Button kind="plain" aria-label={`Unmute ${user.username}`} onClick={() => void setMuted(client, user, false)}>
				Unmute
			</Button>
		</section>
	)
}
