import { REASON_LABELS, REPORT_REASONS, type ReportReason } from '#contract/report-reasons.ts'
import { controlClass, Field } from '#web/ui/field.tsx'

interface ReasonSelectProps {
	name: string
	value: ReportReason | ''
	problem: string | undefined
	onChange: (reason: ReportReason) => void
}

/** Why something is done, which its author is told. */
export function ReasonSelect({ name, value, problem, onChange }: ReasonSelectProps) {
	return (
		<Field label="Reason" problem={problem} hint="Shown to the author">
			{(ids) => (
				<select
					{...ids}
					name={name}
					className={controlClass}
					value={value}
					onChange={({ currentTarget }) => onChange(currentTarget.value as ReportReason)}
				>
					{value === '' && <option value="">Choose a reason</option>}
					{REPORT_REASONS.map((reason) => (
						<option key={reason} value={reason}>
							{REASON_LABELS[reason]}
						</option>
					))}
				</select>
			)}
		</Field>
	)
}
