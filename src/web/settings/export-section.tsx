import { useMutation } from '@tanstack/react-query'
import { exportAccount } from '#contract/export.ts'
import type { OwnUser } from '#contract/users.ts'
import { FormFailure } from '../form-failure.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import css from './changeable.module.css'
import { downloadExport } from './download-export.ts'
import { SettingsSection } from './settings-section.tsx'

/** Everything that the site keeps of the account, as a file to keep or to take elsewhere. */
export function ExportSection({ user }: { user: OwnUser }) {
	const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => downloadExport(user.username) })
	return (
		<SettingsSection title="Your data" lead="Yours to keep, or to take elsewhere.">
			<div className={css.changeable}>
				<p>
					One file in JSON with everything that is kept of you: your account, reviews, comments, lists, likes and
					follows, the devices you are logged in on, and your picture.
				</p>
				<FormFailure error={error} otherwise={exportAccount.config.failure} />
				<Notice message={isSuccess ? 'Your data is in your downloads.' : null} />
				<Button aria-disabled={isPending} onClick={() => isPending || mutate()}>
					{isPending ? 'Preparing...' : 'Download Your Data'}
				</Button>
			</div>
		</SettingsSection>
	)
}
