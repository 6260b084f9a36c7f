import { useMutation } from '@tanstack/react-query'
import { exportAccount } from '#contract/export.ts'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import css from '#web/ui/editable-setting.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { downloadExport } from './download-export.ts'

/** The settings section that downloads the account's data. */
export function ExportSection() {
	const { guard } = useProofGate()
	const { mutate, isPending, isSuccess, error } = useMutation({
		mutationFn: downloadExport,
		onError: ({ code }: ApiError) => {
			if (code === PROOF_NEEDED.code) guard({ kind: 'export' }, () => mutate())
		},
	})
	return (
		<SettingsSection title="Your data" lead="Keep a copy, or take it elsewhere.">
			<div className={css.setting}>
				<p>
					One JSON file with everything we keep about you: your account, reviews, comments, lists, likes and follows,
					your logged-in devices, and your picture.
				</p>
				<FormFailure error={error} fallback={exportAccount.config.failure} />
				<Notice message={isSuccess ? 'Your data is in your downloads.' : null} />
				<Button aria-disabled={isPending} onClick={() => isPending || mutate()}>
					{isPending ? 'Preparing...' : 'Download Your Data'}
				</Button>
			</div>
		</SettingsSection>
	)
}
