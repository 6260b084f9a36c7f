import { useRef, useState } from 'react'
import { toHalfWidth } from '#contract/half-width.ts'
import { createInvite, type Invite, listInvites, NewInvite, revokeInvite } from '#contract/invites.ts'
import { useReadPages, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { showToast } from '#web/app/toasts.ts'
import { SectionState } from '#web/features/admin/section-state.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './rows.module.css'

/** Makes, copies and revokes invites: one's own, or with `everyone` those of all. */
export function InvitePanel({ everyone = false }: { everyone?: boolean }) {
	const list = useReadPages(listInvites, { query: { everyone } }, ({ invites }) =>
		invites.map((invite) => ({ ...invite, id: invite.code })),
	)
	const { rows } = list
	if (!rows) return <SectionState endpoint={listInvites} error={list.error} onRetry={list.retry} />
	return (
		<div className={css.form}>
			{list.first?.canInvite ? (
				<InviteForm />
			) : (
				<p>You can’t create more invites for now. You can once an invite is used or expires.</p>
			)}
			<InfiniteList
				nextHref={list.next ? '#' : null}
				isLoading={list.isLoadingMore}
				error={list.error && getFailureMessage(list.error, listInvites.config.failure)}
				onMore={list.more}
				onRetry={list.retry}
			>
				<Invites rows={rows} showsInviter={everyone} />
			</InfiniteList>
		</div>
	)
}

function InviteForm() {
	const sending = useSend(createInvite, {
		invalidates: [listInvites],
		onDone: ({ url }) => void copy(url),
	})
	const form = useForm({
		initial: { uses: '1', days: '7' },
		validate: (draft, check) => check(NewInvite, toNewInvite(draft)),
		sending,
	})
	return (
		<Form
			className={css.form}
			form={form}
			failure={createInvite.config.failure}
			onSend={(draft) => sending.send({ body: toNewInvite(draft) })}
		>
			<div className={css.pair}>
				<TextField {...form.field('uses')} label="Uses" inputMode="numeric" />
				<TextField {...form.field('days')} label="Valid for (days)" inputMode="numeric" />
			</div>
			<SubmitButton isSending={form.isSending} sendingLabel="Creating...">
				Create Invite
			</SubmitButton>
		</Form>
	)
}

/** A text that is no number is none in the check, too. */
const toNewInvite = ({ uses, days }: { uses: string; days: string }) => ({
	uses: Number(toHalfWidth(uses)),
	days: Number(toHalfWidth(days)),
})

async function copy(url: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(url)
		showToast({ message: 'Link copied.' })
	} catch {
		showToast({ message: 'Select the link and copy it.' })
	}
}

function Invites({ rows, showsInviter }: { rows: readonly Invite[]; showsInviter: boolean }) {
	const [message, setMessage] = useState<string | null>(null)
	const list = useRef<HTMLUListElement>(null)
	const finish = () => {
		setMessage('Invite revoked.')
		list.current?.focus()
	}
	const revoking = useSend(revokeInvite, {
		invalidates: [listInvites],
		onDone: finish,
		onError: ({ status }) => {
			if (status === 404) finish()
		},
	})
	if (rows.length === 0 && message === null) return <p className={css.when}>No invites yet.</p>
	return (
		<div>
			<Notice message={message} />
			<Notice
				kind="bad"
				message={
					revoking.error && revoking.error.status !== 404
						? getFailureMessage(revoking.error, revokeInvite.config.failure)
						: null
				}
			/>
			<ul ref={list} tabIndex={-1} aria-label="Invites" className={css.list}>
				{rows.map(({ code, url, uses, used, by, createdAt, expiresAt }) => (
					<li key={code} className={css.row}>
						<span className={css.words}>
							<Field label={`Invite of ${code.slice(0, 4)}`} problem={undefined}>
								{(ids) => <input {...ids} readOnly className={controlClass} value={url} />}
							</Field>
							<span className={css.when}>
								{used} of {uses} used, created <Time time={createdAt} inSentence />
								{showsInviter && ` by ${by ?? 'the operator'}`}, expires <Time time={expiresAt} precision="day" />
							</span>
						</span>
						<span className={css.actions}>
							<Button aria-label={`Copy the link ${code}`} onClick={() => void copy(url)}>
								Copy
							</Button>
							<Button
								kind="plain"
								aria-label={`Revoke the invite ${code}`}
								aria-disabled={revoking.isSending}
								onClick={() => {
									if (revoking.isSending) return
									setMessage(null)
									revoking.send({ params: { code } })
								}}
							>
								Revoke
							</Button>
						</span>
					</li>
				))}
			</ul>
		</div>
	)
}
