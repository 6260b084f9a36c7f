import { useState } from 'react'
import { COMMENT_TOO_LONG, createComment } from '#contract/comments.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OwnUser } from '#contract/users.ts'
import type { Answer } from '#web/app/api-client.ts'
import { failureSentence, useSend } from '#web/app/data.tsx'
import { formatCount } from '#web/app/format.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { controlClass, Said } from '#web/ui/field.tsx'
import css from './comment-form.module.css'
import { keptComment } from './comment-draft-storage.ts'

/** From this length on the form says how much room is left. */
const nearEnd = LIMITS.commentMax - 200

interface CommentFormProps {
	reviewId: string
	user: OwnUser
	onPosted: (answer: Answer<typeof createComment>) => void
	/** Called when the session turned out to be over; the text is kept. */
	onSignedOut: () => void
}

/** Writes a comment. What is typed is kept in the browser until it is posted. */
export function CommentForm({ reviewId, user, onPosted, onSignedOut }: CommentFormProps) {
	const kept = keptComment(user.id, reviewId)
	const [isPosted, setPosted] = useState(false)
	const sending = useSend(createComment, {
		onDone: (answer) => {
			kept.set('')
			form.restart({ content: '' })
			setPosted(true)
			onPosted(answer)
		},
		onRefused: ({ status }) => {
			if (status === 401) onSignedOut()
		},
	})
	const form = useForm({
		initial: () => ({ content: kept.get() }),
		validate: null,
		sending,
		onChange: ({ content }) => {
			kept.set(content)
			setPosted(false)
		},
	})
	const { failure, isSending } = form
	const { problem: refusal, onChange, ...control } = form.field('content')
	const length = Array.from(control.value.trim()).length
	const isTooLong = length > LIMITS.commentMax
	const problem = isTooLong ? COMMENT_TOO_LONG : (refusal ?? (failure && sentenceOf(failure)))
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
					placeholder="What do you say to that?"
					aria-describedby="comment-said"
					aria-invalid={problem ? true : undefined}
					readOnly={isSending}
					onChange={({ currentTarget }) => onChange(currentTarget.value)}
					onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
						if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
					}}
				/>
				<div className={css.foot}>
					<div className={css.said}>
						<div role="alert">{problem && <Said id="comment-said" problem={problem} />}</div>
						<div role="status">
							{!problem && (
								<Said id="comment-said" problem={undefined}>
									{isPosted && <span className="visually-hidden">Comment posted</span>}
									{length > nearEnd && `${formatCount(length)} of ${formatCount(LIMITS.commentMax)} characters`}
								</Said>
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

function sentenceOf(error: NonNullable<ReturnType<typeof useSend>['error']>): string {
	return failureSentence(
		error,
		error.status === 0 ? 'An error occurred while submitting your comment' : 'Failed to submit comment',
	)
}
