import type { CurrentUser } from '#contract/users.ts'
import { DeleteSection } from '#web/features/account/delete-section.tsx'
import { EmailSection } from '#web/features/account/email-section.tsx'
import { PasswordSection } from '#web/features/account/password-section.tsx'
import { ProofGate } from '#web/features/account/proof-gate.tsx'
import { ExportSection } from '#web/features/export/export-section.tsx'
import { DevicesSection } from '#web/features/sessions/devices-section.tsx'
import { ProvidersSection } from '#web/features/social-login/providers-section.tsx'

interface AccountSectionsProps {
	user: CurrentUser
	/** Called with the code of the deletion once there is no account any more. */
	onDeleted: (confirmationCode: string) => void
}

/** What belongs to the account rather than to its profile. */
export function AccountSections({ user, onDeleted }: AccountSectionsProps) {
	return (
		<ProofGate user={user}>
			<EmailSection user={user} />
			<PasswordSection user={user} />
			<ProvidersSection user={user} />
			<DevicesSection />
			<ExportSection />
			<DeleteSection user={user} onDeleted={onDeleted} />
		</ProofGate>
	)
}
