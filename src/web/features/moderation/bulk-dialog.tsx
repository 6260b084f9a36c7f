import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { type BulkActionInput, takeBulkAction } from '#contract/moderation.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import { type ApiError, call, type ResponseBody } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { formatCount, pluralize } from '#web/app/format.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { useProofGate } from '#web/forms/proof-gate-context.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import dialog from '#web/ui/dialog.module.css'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { focusFirst } from './action-dialog.tsx'
import css from './decision-form.module.css'
import { ReasonSelect } from './reason-select.tsx'

export interface BulkAccount {
	id: string
	username: string
}

interface Task {
	accounts: BulkAccount[]
	action: 'ban' | 'remove'
}

type Results = ResponseBody<typeof takeBulkAction>['results']

const HOURS = [
	{ value: '1', label: '1 hour' },
	{ value: '6', label: '6 hours' },
	{ value: '24', label: '24 hours' },
]

/** Asks before several accounts are banned, or what they wrote lately is removed. */
export function BulkDialog({ task, onClose }: { task: Task | null; onClose: (wasDone: boolean) => void }) {
	// Closing it half-way has done something, too
	const [hasStarted, setStarted] = useState(false)
	const close = () => {
		onClose(hasStarted)
		setStarted(false)
	}
	return (
		<Dialog open={task !== null} title={task ? titleOf(task) : ''} onClose={close}>
			{task && <BulkForm {...task} onStart={() => setStarted(true)} onClose={close} />}
		</Dialog>
	)
}

function titleOf({ accounts, action }: Task): string {
	const [only] = accounts
	const who = accounts.length === 1 && only ? only.username : pluralize(accounts.length, 'account')
	return action === 'ban' ? `Ban ${who}` : `Remove recent posts by ${who}`
}

function BulkForm({ accounts, action, onStart, onClose }: Task & { onStart: () => void; onClose: () => void }) {
	const { guard } = useProofGate()
	const { run, results, isSending, error, reset } = useBulk(accounts)
	const form = useForm({
		initial: { reason: 'spam' as ReportReason | '', note: '', hours: '24' },
		validate: null,
		sending: { error, isSending, reset },
	})
	if (results)
		return (
			<div className={css.form}>
				<p role="status">{summarize(results, action)}</p>
				<div className={dialog.actions}>
					<Button kind="main" onClick={onClose} ref={(button) => button?.focus()}>
						Close
					</Button>
				</div>
			</div>
		)
	return (
		<Form
			className={css.form}
			form={form}
			failure={takeBulkAction.config.failure}
			onSend={({ reason, note, hours }) => {
				if (isSending || !reason) return
				guard({ kind: 'site' }, () => {
					onStart()
					void run({
						action,
						reason,
						...(note.trim() && { note }),
						...(action === 'remove' && { sinceHours: Number(hours) }),
					})
				})
			}}
		>
			<p className={css.effect}>
				{action === 'ban'
					? 'They are logged out everywhere and can’t log in. Everything they posted is hidden, and comes back if you unban them within 30 days.'
					: 'Their reviews, comments and lists from this time are hidden from everyone else. You can restore each for 30 days.'}
			</p>
			{accounts.length > 1 && <p className={css.names}>{accounts.map(({ username }) => username).join(', ')}</p>}
			{action === 'remove' && <ChoiceField {...form.field('hours')} label="Posted in the last" options={HOURS} />}
			<ReasonSelect {...form.field('reason')} />
			<TextArea
				{...form.field('note')}
				label="Note to the authors"
				note="(optional)"
				rows={2}
				hint={`${formatCount(Array.from(form.draft.note.trim()).length)} of ${formatCount(LIMITS.moderationNoteMax)} characters`}
			/>
			<div className={dialog.actions}>
				<Button onClick={onClose}>Cancel</Button>
				<SubmitButton kind="danger" isSending={isSending} sendingLabel="Working..." ref={focusFirst}>
					{action === 'ban' ? 'Ban' : 'Remove'}
				</SubmitButton>
			</div>
		</Form>
	)
}

/** Acts on a hundred accounts a call, and again while there is more of them. */
function useBulk(accounts: readonly BulkAccount[]) {
	const [state, setState] = useState<{ results: Results | null; isSending: boolean; error: ApiError | null }>({
		results: null,
		isSending: false,
		error: null,
	})
	const run = async (input: Omit<BulkActionInput, 'userIds'>) => {
		setState({ results: null, isSending: true, error: null })
		const results: Results = []
		try {
			let waiting = accounts.map(({ id }) => id)
			while (waiting.length > 0) {
				const userIds = waiting.slice(0, LIMITS.accountsPerBulkAction)
				const answer = await call(browserTransport, takeBulkAction, { body: { ...input, userIds } })
				results.push(...answer.results)
				const unfinished = answer.results.filter(({ hasMore }) => hasMore).map(({ userId }) => userId)
				waiting = [...waiting.slice(userIds.length), ...unfinished]
			}
			setState({ results, isSending: false, error: null })
		} catch (error) {
			setState({ results: null, isSending: false, error: error as ApiError })
		}
	}
	return { ...state, run, reset: () => setState((before) => ({ ...before, error: null })) }
}

function summarize(results: Results, action: Task['action']): string {
	const count = (outcome: Results[number]['outcome']) =>
		new Set(results.filter((result) => result.outcome === outcome).map(({ userId }) => userId)).size
	const removed = results.reduce((sum, { actions }) => sum + actions, 0)
	const decided = count('already_decided')
	const refused = count('not_allowed')
	const gone = count('not_found')
	return [
		action === 'ban' ? `${pluralize(count('done'), 'account')} banned.` : `${pluralize(removed, 'text')} removed.`,
		...(decided > 0 ? [`Another moderator has just acted on ${pluralize(decided, 'account')}.`] : []),
		...(refused > 0 ? [`You cannot act on ${pluralize(refused, 'account')}.`] : []),
		...(gone > 0 ? [`${pluralize(gone, 'account')} ${gone === 1 ? 'is' : 'are'} gone.`] : []),
	].join(' ')
}
