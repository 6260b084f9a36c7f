import { SettingsSection } from '#web/ui/settings-section.tsx'
import { InvitePanel } from './invite-panel.tsx'

/** A member's own invites, where members may invite. */
export function OwnInvitesSection() {
	return (
		<SettingsSection title="Invites" lead="Links that let people you know join.">
			<InvitePanel />
		</SettingsSection>
	)
}
