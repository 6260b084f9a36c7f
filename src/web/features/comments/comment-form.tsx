import { useState } from 'react'
import { COMMENT_TOO_LONG, createComment } from '#contract/comments.ts'
import { LIMITS } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { ResponseBody } from '#web/app/api-client.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount } from '#web/app/format.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { controlClass, FieldMessage } from '#web/ui/field.tsx'
import { storedCommentDraft } from './comment-draft-storage.ts'
import css from './comment-form.module.css'

/** The length in characters from which the form shows a counter. */
const COUNTER_FROM = LIMITS.commentMax - 200

interface CommentFormProps {
	reviewId: string
	user: CurrentUser
	onPosted: (answer: ResponseBody<typeof createComment>) => void
	/** Called when the session has expired; the draft stays saved. */
	onSignedOut: () => void
}

/** Posts a comment. The draft is saved in the browser until then. */
export function CommentForm({ reviewId, user, onPosted, onSignedOut }: CommentFormProps) {
	const storedDraft = storedCommentDraft(user.id, reviewId)
	const [isPosted, setPosted] = useState(false)
	const sending = useSend(createComment, {
		onDone: (answer) => {
			storedDraft.set('')
			form.restart({ content: '' })
			setPosted(true)
			onPosted(answer)
		},
		onError: ({ status }) => {
			if (status === 401) onSignedOut()
		},
	})
	const form = useForm({
		initial: () => ({ content: storedDraft.get() }),
		validate: null,
		sending,
		onChange: ({ content }) => {
			storedDraft.set(content)
			setPosted(false)
		},
	})
	const { failure, isSending } = form
	const { problem: serverProblem, onChange, ...control } = form.field('content')
	const length = Array.from(control.value.trim()).length
	const isTooLong = length > LIMITS.commentMax
	const problem = isTooLong ? COMMENT_TOO_LONG : (serverProblem ?? (failure && failureMessage(failure)))
	const isEmptyOrTooLong = length === 0 || isTooLong
	return (
		<Form
			className={css.form}
			form={form}
			onSend={({ content }) => isEmptyOrTooLong || sending.send({ body: { reviewId, content } })}
		>
			<Avatar name={user.username} src={user.profilePicture} />
			<div className={css.field}>
				<label htmlFor="comment" className="visually-hidden">
					Write a comment
				</label>
				<textarea
					id="comment"
					{...control}
					className={`${controlClass} ${css.text}`}
					rows={2}
					placeholder="Write a comment"
					aria-describedby="comment-message"
					aria-invalid={problem ? true : undefined}
					readOnly={isSending}
					onChange={({ currentTarget }) => onChange(currentTarget.value)}
					onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
						if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
					}}
				/>
				<div className={css.foot}>
					<div className={css.message}>
						<div role="alert">{problem && <FieldMessage id="comment-message" problem={problem} />}</div>
						<div role="status">
							{!problem && (
								<FieldMessage id="comment-message" problem={undefined}>
									{isPosted && <span className="visually-hidden">Comment posted</span>}
									{length > COUNTER_FROM && `${formatCount(length)} of ${formatCount(LIMITS.commentMax)} characters`}
								</FieldMessage>
							)}
						</div>
					</div>
					<SubmitButton isSending={isSending} sendingLabel="Posting..." isIdle={isEmptyOrTooLong}>
						Post Comment
					</SubmitButton>
				</div>
			</div>
		</Form>
	)
}

function failureMessage(error: NonNullable<ReturnType<typeof useSend>['error']>): string {
	return getFailureMessage(
		error,
		error.status === 0 ? 'An error occurred while submitting your comment' : 'Failed to submit comment',
	)
}
