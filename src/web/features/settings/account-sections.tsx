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
	/** Called with the deletion's confirmation code once the account is deleted. */
	onDeleted: (confirmationCode: string) => void
}

/** The account's settings, as opposed to the profile's. */
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
