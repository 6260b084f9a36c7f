import { LIMITS } from '#contract/limits.ts'
import {
	ALREADY_DECIDED,
	type AppealEntry,
	countReports,
	decideAppeal,
	listActions,
	listAppeals,
} from '#contract/moderation.ts'
import { useSend } from '#web/app/data.tsx'
import { formatCount } from '#web/app/format.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { focusFirst } from './action-dialog.tsx'
import css from './decision-form.module.css'

interface Task {
	appeal: AppealEntry
	decision: 'uphold' | 'grant'
}

interface AppealDialogProps {
	task: Task | null
	onClose: () => void
	onDone: (message: string) => void
}

/** Asks before an appeal is decided. */
export function AppealDialog({ task, ...rest }: AppealDialogProps) {
	return (
		<Dialog
			open={task !== null}
			title={task?.decision === 'grant' ? 'Grant appeal' : 'Keep decision'}
			onClose={rest.onClose}
		>
			{task && <AppealDecision {...task} {...rest} />}
		</Dialog>
	)
}

function AppealDecision({ appeal, decision, onClose, onDone }: Task & Omit<AppealDialogProps, 'task'>) {
	const isGrant = decision === 'grant'
	const sending = useSend(decideAppeal, {
		invalidates: [listAppeals, countReports, listActions],
		onDone: () => onDone(isGrant ? 'Appeal granted.' : 'Decision kept.'),
	})
	const form = useForm({ initial: { note: '' }, validate: null, sending })
	const { note } = form.draft
	const isOvertaken = sending.error?.code === ALREADY_DECIDED.code
	return (
		<Form
			className={css.form}
			form={form}
			failure={decideAppeal.config.failure}
			onSend={({ note }) =>
				sending.send({ params: { id: appeal.id }, body: { decision, ...(note.trim() && { note }) } })
			}
		>
			<p className={css.effect}>
				{isGrant
					? 'Undoes the decision and tells the author.'
					: 'Keeps the decision. The author is told, and can’t appeal again.'}
			</p>
			<TextArea
				{...form.field('note')}
				label="Answer to the author"
				note="(optional)"
				rows={3}
				hint={`${formatCount(Array.from(note.trim()).length)} of ${formatCount(LIMITS.moderationNoteMax)} characters`}
			/>
			<div className={dialog.actions}>
				<Button onClick={onClose}>{isOvertaken ? 'Close' : 'Cancel'}</Button>
				{!isOvertaken && (
					<SubmitButton isSending={form.isSending} sendingLabel="Deciding..." ref={focusFirst}>
						{isGrant ? 'Grant Appeal' : 'Keep Decision'}
					</SubmitButton>
				)}
			</div>
		</Form>
	)
}
