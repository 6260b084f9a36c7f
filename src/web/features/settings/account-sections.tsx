import { useContext } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import { SiteContext } from '#web/app/site.ts'
import { DeleteSection } from '#web/features/account/delete-section.tsx'
import { EmailSection } from '#web/features/account/email-section.tsx'
import { PasswordSection } from '#web/features/account/password-section.tsx'
import { ProofGate } from '#web/features/account/proof-gate.tsx'
import { SecondFactorSection } from '#web/features/account/second-factor-section.tsx'
import { HiddenPeopleSection } from '#web/features/blocks/hidden-people-section.tsx'
import { WishlistCalendarSection } from '#web/features/calendar/wishlist-calendar-section.tsx'
import { ExportSection } from '#web/features/export/export-section.tsx'
import { ImportsSection } from '#web/features/imports/imports-section.tsx'
import { PlayReportsSection } from '#web/features/play-reports/play-reports-section.tsx'
import { NotificationsSection } from '#web/features/preferences/notifications-section.tsx'
import { SpoilersSection } from '#web/features/preferences/spoilers-section.tsx'
import { OwnInvitesSection } from '#web/features/registration/own-invites-section.tsx'
import { DevicesSection } from '#web/features/sessions/devices-section.tsx'
import { ProvidersSection } from '#web/features/social-login/providers-section.tsx'
import { TasteSection } from '#web/features/taste/taste-section.tsx'
import { TokensSection } from '#web/features/tokens/tokens-section.tsx'

interface AccountSectionsProps {
	user: CurrentUser
	/** Called with the deletion's confirmation code once the account is deleted. */
	onDeleted: (confirmationCode: string) => void
}

/** The account's settings, as opposed to the profile's. */
export function AccountSections({ user, onDeleted }: AccountSectionsProps) {
	const { membersInvite } = useContext(SiteContext)
	return (
		<ProofGate user={user}>
			<SpoilersSection />
			<TasteSection />
			<EmailSection user={user} />
			<NotificationsSection user={user} />
			<HiddenPeopleSection />
			<PasswordSection user={user} />
			<ProvidersSection user={user} />
			<SecondFactorSection />
			<DevicesSection />
			<TokensSection />
			<PlayReportsSection />
			<WishlistCalendarSection />
			{(membersInvite || user.role !== 'member') && <OwnInvitesSection />}
			<ImportsSection />
			<ExportSection />
			<DeleteSection user={user} onDeleted={onDeleted} />
		</ProofGate>
	)
}
