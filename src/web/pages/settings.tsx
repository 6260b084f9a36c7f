import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getMe } from '#contract/session-tokens.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { DeletionRedirect } from '#web/features/account/deletion-redirect.tsx'
import { ProfileForm } from '#web/features/profile/profile-form.tsx'
import { ProfileFormSkeleton } from '#web/features/profile/profile-form-skeleton.tsx'
import { SECOND_FACTOR_ID, SecondFactorDuty } from '#web/features/second-factor/second-factor-duty.tsx'
import { LazyAccountSections } from '#web/features/settings/lazy-account-sections.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { ThemeField } from '#web/layout/theme-field.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'

const TITLE = 'Settings'

/** Profile, appearance and account settings. Visitors see a login prompt. */
export function Component() {
	const { user, status } = useSession()
	// Ask the server only if no account is stored
	const me = useRead(getMe, {}, { enabled: status === 'in' && user === null })
	const account = user ?? me.data?.user
	const [deleted, setDeleted] = useState<{ userId: string; confirmationCode: string } | null>(null)
	useHead({ title: TITLE, description: 'Your picture, name and bio, the appearance of Savepoint, and your account.' })
	if (deleted) return <DeletionRedirect {...deleted} />
	if (status === 'in' && !account && me.error)
		return (
			<FailureScreen
				title={TITLE}
				sentence={getFailureMessage(me.error, getMe.config.failure)}
				error={me.error}
				onRetry={me.retry}
			/>
		)
	return (
		<>
			<PageHead title={TITLE} />
			{status !== 'in' && (
				<div data-for="visitors">
					<Empty
						action={
							<Link className={buttonClass('main')} to={paths.login({ redirect: paths.settings() })}>
								Login
							</Link>
						}
					>
						Please log in to access your settings.
					</Empty>
				</div>
			)}
			{status !== 'out' && (
				<div data-for="members">
					{account?.secondFactorDue && (
						<SecondFactorDuty
							due={account.secondFactorDue}
							action={
								<a className={buttonClass('quiet')} href={`#${SECOND_FACTOR_ID}`}>
									Set It Up
								</a>
							}
						/>
					)}
					<SettingsSection title="Profile" lead="How other players see you.">
						{account ? <ProfileForm key={account.id} user={account} /> : <ProfileFormSkeleton />}
					</SettingsSection>
					<SettingsSection title="Appearance" lead="Saved in this browser. Changes right away.">
						<ThemeField />
					</SettingsSection>
					{account && (
						<LazyAccountSections
							key={account.id}
							user={account}
							onDeleted={(confirmationCode) => setDeleted({ userId: account.id, confirmationCode })}
						/>
					)}
				</div>
			)}
		</>
	)
}
