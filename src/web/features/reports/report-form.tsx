import { type ReactNode, useContext, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { Problem } from '#contract/problems.ts'
import { REASON_LABELS, type ReportReason } from '#contract/report-reasons.ts'
import {
	ALREADY_REPORTED,
	createReport,
	DESCRIBE_REPORT,
	needsDescription,
	REPORTED_NOT_FOUND,
	ReportInput,
} from '#contract/reports.ts'
import { formatCount } from '#web/app/format.ts'
import { useSession } from '#web/app/session.tsx'
import { SiteContext } from '#web/app/site.ts'
import { useProvenSend } from '#web/features/registration/proven-send.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import type { Validator } from '#web/forms/validator.ts'
import { Button } from '#web/ui/button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { RadioRows } from '#web/ui/radio-rows.tsx'
import { TextArea, TextField, VERBATIM } from '#web/ui/text-field.tsx'
import css from './report-form.module.css'
import { REASON_HINTS, reasonsFor } from './report-reasons.ts'
import type { ReportRequest } from './report-request.ts'

interface Draft {
	reason: ReportReason | ''
	text: string
	email: string
}

/** Refusals after which there is nothing left to send. */
const FINAL_CODES: readonly string[] = [ALREADY_REPORTED.code, REPORTED_NOT_FOUND.code]

/** Reports something to the moderators. Visitors can report what is illegal, and are answered by mail. */
export function ReportForm({ request, onClose }: { request: ReportRequest; onClose: () => void }) {
	const { status } = useSession()
	const isVisitor = status !== 'in'
	const { proofNeeded, confirmsAddresses } = useContext(SiteContext)
	const [isDone, setDone] = useState(false)
	const sending = useProvenSend(createReport, { isNeeded: isVisitor && proofNeeded, onDone: () => setDone(true) })
	const form = useForm<Draft>({
		initial: { reason: isVisitor ? 'illegal' : '', text: '', email: '' },
		validate: (draft, check) => validateReport(toInput(request, draft, isVisitor), check),
		sending,
		onChange: sending.prepare,
	})
	const { reason, text, email } = form.draft
	if (isDone)
		return (
			<Outcome onClose={onClose}>
				{isVisitor && confirmsAddresses
					? `Thank you. We sent a link to ${email.trim()}. Open it and confirm your address within 24 hours. A moderator will then look at your report, and we’ll email you the decision.`
					: `Thank you. A moderator will look at it, usually within a day. ${isVisitor ? `We’ll email ${email.trim()}.` : 'You’ll get a notification about the outcome.'}`}
			</Outcome>
		)
	if (sending.error && FINAL_CODES.includes(sending.error.code))
		return <Outcome onClose={onClose}>{sending.error.message}.</Outcome>
	const isTextNeeded = reason !== '' && needsDescription(reason)
	return (
		<Form
			className={css.form}
			form={form}
			failure={createReport.config.failure}
			onSend={(draft) => sending.send(toInput(request, draft, isVisitor))}
		>
			{isVisitor ? (
				<VisitorHint />
			) : (
				<RadioRows
					{...form.field('reason')}
					label="What’s wrong?"
					options={reasonsFor(request.subject).map((value) => ({
						value,
						label: REASON_LABELS[value],
						hint: REASON_HINTS[value],
					}))}
					onChange={(reason) => form.set({ reason: reason as ReportReason })}
				/>
			)}
			<TextArea
				{...form.field('text')}
				label={reason === 'illegal' ? 'Why is it illegal?' : 'Add details'}
				note={isTextNeeded ? undefined : '(optional)'}
				rows={3}
				hint={
					<>
						{reason === 'illegal' && 'Name the law if you can. What you write should be true as far as you know. '}
						{formatCount(Array.from(text.trim()).length)} of {formatCount(LIMITS.reportTextMax)} characters
					</>
				}
			/>
			{isVisitor && (
				<TextField
					{...form.field('email')}
					{...VERBATIM}
					type="email"
					label="Your email address"
					hint="Only for our reply. Neither the author nor anyone else sees it."
					autoComplete="email"
				/>
			)}
			<div className={dialog.actions}>
				<Button onClick={onClose}>Cancel</Button>
				<SubmitButton isSending={form.isSending} sendingLabel="Sending...">
					Send Report
				</SubmitButton>
			</div>
		</Form>
	)
}

function VisitorHint() {
	const { pathname } = useLocation()
	return (
		<p className={css.hint}>
			Without an account you can report what you believe to be illegal. For everything else, please{' '}
			<Link to={paths.login({ redirect: pathname })}>log in</Link>.
		</p>
	)
}

function Outcome({ children, onClose }: { children: ReactNode; onClose: () => void }) {
	return (
		<div className={css.form}>
			<p role="status" ref={focusOnMount} tabIndex={-1}>
				{children}
			</p>
			<div className={dialog.actions}>
				<Button kind="main" onClick={onClose}>
					Close
				</Button>
			</div>
		</div>
	)
}

// The button that had the focus is gone
const focusOnMount = (element: HTMLElement | null) => element?.focus()

/** Returns what is sent, which lacks what is empty. */
function toInput({ subject, subjectId }: ReportRequest, { reason, text, email }: Draft, isVisitor: boolean) {
	return {
		subject,
		subjectId,
		reason,
		...(text.trim() !== '' && { text }),
		...(isVisitor && { email }),
	}
}

function validateReport(input: ReturnType<typeof toInput>, check: Validator): Problem[] {
	const problems = check(ReportInput, input)
	if (input.reason !== '' && needsDescription(input.reason) && input.text === undefined)
		problems.push({ path: 'text', message: DESCRIBE_REPORT })
	return problems
}
