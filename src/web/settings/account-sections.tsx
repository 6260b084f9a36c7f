import type { OwnUser } from '#contract/users.ts'
import { DeleteSection } from './delete-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { EmailSection } from './email-section.tsx'
import { ExportSection } from './export-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProofGate } from './proof-gate.tsx'
import { ProvidersSection } from './providers-section.tsx'

interface AccountSectionsProps {
	user: OwnUser
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
