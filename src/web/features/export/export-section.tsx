import { useMutation } from '@tanstack/react-query'
import { type ExportFormat, exportAccount } from '#contract/export.ts'
import { PROOF_NEEDED } from '#contract/session-refusals.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import css from '#web/ui/editable-setting.module.css'
import { Notice } from '#web/ui/notice.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { downloadExport } from './download-export.ts'

const FORMATS = [
	{
		format: 'zip',
		button: 'Download ZIP',
		text: 'To read and keep: pages that open in any browser without a connection, with your library, reviews, lists and a page per year. Also has tables for spreadsheets and the JSON file.',
	},
	{
		format: 'json',
		button: 'Download JSON',
		text: 'For programs: one file with everything we keep about you, down to your logged-in devices.',
	},
] as const satisfies readonly { format: ExportFormat; button: string; text: string }[]

/** The settings section that downloads the account's data. */
export function ExportSection() {
	const { guard } = useProofGate()
	const { mutate, isPending, isSuccess, error, variables } = useMutation({
		mutationFn: downloadExport,
		onError: ({ code }: ApiError, format: ExportFormat) => {
			if (code === PROOF_NEEDED.code) guard({ kind: 'export' }, () => mutate(format))
		},
	})
	return (
		<SettingsSection title="Download everything" lead="Keep a copy, or take it elsewhere.">
			{FORMATS.map(({ format, button, text }) => (
				<div key={format} className={css.setting}>
					<p>{text}</p>
					{variables === format && (
						<>
							<FormFailure error={error} fallback={exportAccount.config.failure} />
							<Notice message={isSuccess ? 'Your data is in your downloads.' : null} />
						</>
					)}
					<Button aria-disabled={isPending} onClick={() => isPending || mutate(format)}>
						{isPending && variables === format ? 'Preparing...' : button}
					</Button>
				</div>
			))}
		</SettingsSection>
	)
}
