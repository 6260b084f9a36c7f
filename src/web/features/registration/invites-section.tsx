import { InvitePanel } from './invite-panel.tsx'

/** The invites of everyone, for moderators and admins. */
export function Section() {
	return <InvitePanel everyone />
}
