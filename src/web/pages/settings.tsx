import { useState } from 'react'
import { Link } from 'react-router'
import { getMe } from '#contract/session.ts'
import { failureSentence, useRead } from '../data.tsx'
import { useHead } from '../head.tsx'
import { Failed } from '../layout/failed.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session.tsx'
import { AccountPlace } from '../settings/account-place.tsx'
import { DeletedAccount } from '../settings/deleted-account.tsx'
import { ProfileForm } from '../settings/profile-form.tsx'
import { ProfileFormPlace } from '../settings/profile-form-place.tsx'
import { SettingsSection } from '../settings/settings-section.tsx'
import { ThemeField } from '../settings/theme-field.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHead } from '../ui/page-head.tsx'

const title = 'Settings'

/** The own profile, how the site looks, and the account. Visitors are asked to sign in. */
export function Component() {
	const { user, status } = useSession()
	// The account that was kept is used at once; without one the server is asked.
	const me = useRead(getMe, {}, { enabled: status === 'in' && user === null })
	const account = user ?? me.data?.user
	const [deleted, setDeleted] = useState<{ userId: string; confirmationCode: string } | null>(null)
	useHead({ title, description: 'Your picture, your name and bio, how Savepoint looks, and your account.' })
	if (deleted) return <DeletedAccount {...deleted} />
	if (status === 'in' && !account && me.error)
		return (
			<Failed
				title={title}
				sentence={failureSentence(me.error, getMe.config.failure)}
				error={me.error}
				onRetry={me.retry}
			/>
		)
	return (
		<>
			<PageHead title={title} />
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
					<SettingsSection title="Profile" lead="How other players see you.">
						{account ? <ProfileForm key={account.id} user={account} /> : <ProfileFormPlace />}
					</SettingsSection>
					<SettingsSection title="Appearance" lead="Kept in this browser, and changed at once.">
						<ThemeField />
					</SettingsSection>
					{account && (
						<AccountPlace
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
