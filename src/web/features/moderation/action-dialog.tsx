import { LIMITS } from '#contract/limits.ts'
import { type Action, ActionInput, ALREADY_DECIDED, type ModerationAction, takeAction } from '#contract/moderation.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { useSend } from '#web/app/data.tsx'
import { formatCount } from '#web/app/format.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import dialog from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { ActionLines } from './action-lines.tsx'
import { ACTIONS, describeEffect, needsReason } from './action-words.ts'
import css from './decision-form.module.css'
import { countReasons, type QueuedGroup } from './queued-group.ts'
import { ReasonSelect } from './reason-select.tsx'

interface Task {
	group: QueuedGroup
	action: ModerationAction
}

interface ActionDialogProps {
	/** Null closes the dialog. */
	task: Task | null
	onClose: () => void
	onDone: (action: ModerationAction, taken: Action) => void
	/** Called if another moderator was faster. */
	onOvertaken: () => void
}

const DAY_MS = 24 * 60 * 60 * 1000
const SPANS = [
	{ value: '1', label: '1 day' },
	{ value: '3', label: '3 days' },
	{ value: '7', label: '1 week' },
	{ value: '30', label: '30 days' },
	{ value: '90', label: '90 days' },
	{ value: '365', label: '1 year' },
]

/** Asks before an action is taken: the reason, a note for the author, and of a suspension the end. */
export function ActionDialog({ task, onClose, ...rest }: ActionDialogProps) {
	return (
		<Dialog open={task !== null} title={task ? titleOf(task) : ''} onClose={onClose}>
			{task && <ActionForm {...task} onClose={onClose} {...rest} />}
		</Dialog>
	)
}

function titleOf({ group: { author, subject }, action }: Task): string {
	const isOfAccount = action === 'warn' || action === 'suspend' || action === 'ban' || action === 'unban'
	return isOfAccount
		? `${ACTIONS[action].label} ${author?.username ?? 'this account'}`
		: `${ACTIONS[action].label}: ${subject === 'user' ? `profile of ${author?.username ?? 'a deleted account'}` : `${subject} by ${author?.username ?? 'a deleted account'}`}`
}

function ActionForm({ group, action, onClose, onDone, onOvertaken }: Task & Omit<ActionDialogProps, 'task'>) {
	const { subject, subjectId } = group
	const sending = useSend(takeAction, {
		onDone: (taken) => onDone(action, taken),
		onError: ({ code }) => {
			if (code === ALREADY_DECIDED.code) onOvertaken()
		},
	})
	const form = useForm({
		initial: { reason: likelyReason(group, action), note: '', days: '7' },
		validate: ({ note, reason }, check) =>
			check(ActionInput, {
				subject,
				subjectId,
				action,
				...(note && { note }),
				...(needsReason(action) && { reason }),
			}),
		sending,
	})
	const { note } = form.draft
	const other = getDecision(sending.error)
	if (other)
		return (
			<div className={css.form}>
				<p role="alert">Another moderator has just decided this:</p>
				<ActionLines actions={[other]} />
				<div className={dialog.actions}>
					<Button kind="main" onClick={onClose}>
						Close
					</Button>
				</div>
			</div>
		)
	return (
		<Form
			className={css.form}
			form={form}
			failure={takeAction.config.failure}
			onSend={({ reason, note, days }) =>
				sending.send({
					body: {
						subject,
						subjectId,
						action,
						...(needsReason(action) && reason && { reason }),
						...(note.trim() && { note }),
						...(action === 'suspend' && { until: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
						seen: group.actions[0]?.id ?? null,
					},
				})
			}
		>
			<p className={css.effect}>{describeEffect(action, group)}</p>
			{action === 'suspend' && <ChoiceField {...form.field('days')} label="For how long" options={SPANS} />}
			{needsReason(action) && <ReasonSelect {...form.field('reason')} />}
			{action !== 'dismiss' && (
				<TextArea
					{...form.field('note')}
					label="Note to the author"
					note="(optional)"
					rows={2}
					hint={`${formatCount(Array.from(note.trim()).length)} of ${formatCount(LIMITS.moderationNoteMax)} characters`}
				/>
			)}
			<div className={dialog.actions}>
				<Button onClick={onClose}>Cancel</Button>
				<SubmitButton
					kind={ACTIONS[action].isDanger ? 'danger' : 'main'}
					isSending={form.isSending}
					sendingLabel={ACTIONS[action].sending}
					ref={focusFirst}
				>
					{ACTIONS[action].label}
				</SubmitButton>
			</div>
		</Form>
	)
}

/** `showModal` focuses the first control with this attribute, which React does not render. Enter then confirms. */
export const focusFirst = (button: HTMLElement | null) => button?.setAttribute('autofocus', '')

/** The reason that most reports give. */
function likelyReason({ reports }: QueuedGroup, action: ModerationAction): ReportReason | '' {
	if (action === 'mark_spoiler') return 'spoiler'
	const [likely] = countReasons(reports).flatMap(([reason]) => (reason === 'blocked_word' ? [] : reason))
	return likely ?? ''
}

/** The other moderator's action, if that is why one was refused. */
function getDecision(error: ApiError | null): Action | null {
	if (error?.code !== ALREADY_DECIDED.code) return null
	return (error.body as { action?: Action }).action ?? null
}
