import { useState } from 'react'
import { COMMENT_TOO_LONG, createComment } from '#contract/comments.ts'
import { LIMITS } from '#contract/limits.ts'
import type { OwnUser } from '#contract/users.ts'
import type { Answer } from '#web/app/api-client.ts'
import { failureSentence, useSend } from '#web/app/data.tsx'
import { formatCount } from '#web/app/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { controlClass, Said } from '#web/ui/field.tsx'
import css from './comment-form.module.css'
import { keptComment } from './saved-draft.ts'

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
	const [text, setText] = useState(kept.get)
	const [isPosted, setPosted] = useState(false)
	const type = (value: string) => {
		setText(value)
		kept.set(value)
	}
	const { send, error, isSending, reset } = useSend(createComment, {
		onDone: (answer) => {
			type('')
			setPosted(true)
			onPosted(answer)
		},
		onRefused: ({ status }) => {
			if (status === 401) onSignedOut()
		},
	})
	const length = Array.from(text.trim()).length
	const isTooLong = length > LIMITS.commentMax
	const problem = isTooLong ? COMMENT_TOO_LONG : (error?.details[0]?.message ?? (error && sentenceOf(error)))
	const isReady = length > 0 && !isTooLong && !isSending
	const post = () => {
		if (isReady) send({ body: { reviewId, content: text } })
	}
	return (
		<form
			className={css.form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault()
				post()
			}}
		>
			<Avatar name={user.username} src={user.profilePicture} />
			<div className={css.field}>
				<label htmlFor="comment" className="visually-hidden">
					Write a comment
				</label>
				<textarea
					id="comment"
					className={`${controlClass} ${css.text}`}
					name="content"
					rows={2}
					placeholder="What do you say to that?"
					aria-describedby="comment-said"
					aria-invalid={problem ? true : undefined}
					readOnly={isSending}
					value={text}
					onChange={(event) => {
						type(event.currentTarget.value)
						setPosted(false)
						if (error) reset()
					}}
					onKeyDown={(event) => {
						if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) post()
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
					<Button kind="main" type="submit" aria-disabled={!isReady}>
						{isSending ? 'Posting...' : 'Post Comment'}
					</Button>
				</div>
			</div>
		</form>
	)
}

function sentenceOf(error: NonNullable<ReturnType<typeof useSend>['error']>): string {
	return failureSentence(
		error,
		error.status === 0 ? 'An error occurred while submitting your comment' : 'Failed to submit comment',
	)
}
