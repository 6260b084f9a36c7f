import { useRef, useState } from 'react'
import { COMMENT_TOO_LONG, type Comment, updateComment } from '#contract/comments.ts'
import { LIMITS } from '#contract/limits.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { Mentions } from '#web/features/texts/mentions.tsx'
import { SpoilerTools } from '#web/features/texts/spoiler-tools.tsx'
import { SubmitButton } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { controlClass, FieldMessage } from '#web/ui/field.tsx'
import css from './comment-form.module.css'

interface CommentEditFormProps {
	comment: Comment
	onEdited: (comment: Comment) => void
	onCancel: () => void
}

/** Edits a comment in its place. */
export function CommentEditForm({ comment, onEdited, onCancel }: CommentEditFormProps) {
	const { id, content } = comment
	const [text, setText] = useState(content)
	const [containsSpoilers, setContainsSpoilers] = useState(comment.containsSpoilers)
	const field = useRef<HTMLTextAreaElement>(null)
	const { send, error, isSending } = useSend(updateComment, { onDone: onEdited })
	const length = Array.from(text.trim()).length
	const isTooLong = length > LIMITS.commentMax
	const problem = isTooLong
		? COMMENT_TOO_LONG
		: error
			? getFailureMessage(error, updateComment.config.failure)
			: undefined
	const isChanged = text.trim() !== content || containsSpoilers !== comment.containsSpoilers
	const isIdle = length === 0 || isTooLong
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault()
				if (!isChanged) onCancel()
				else if (!isIdle) send({ params: { id }, body: { content: text, containsSpoilers } })
			}}
		>
			<label htmlFor={`edit-${id}`} className="visually-hidden">
				Edit your comment
			</label>
			<textarea
				id={`edit-${id}`}
				ref={field}
				className={`${controlClass} ${css.text}`}
				value={text}
				// biome-ignore lint/a11y/noAutofocus: the field opens because its button was pressed
				autoFocus
				readOnly={isSending}
				aria-invalid={problem ? true : undefined}
				aria-describedby={`edit-${id}-message`}
				placeholder=" "
				onChange={({ currentTarget }) => setText(currentTarget.value)}
				onKeyDown={({ key, ctrlKey, metaKey, nativeEvent, currentTarget }) => {
					if (nativeEvent.isComposing) return
					// What was typed has no other place
					if (key === 'Escape' && !isChanged) onCancel()
					if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
				}}
			/>
			<Mentions field={field} />
			<div className={css.foot}>
				<SpoilerTools field={field} text={text} checked={containsSpoilers} onChange={setContainsSpoilers} />
				<div className={css.message} role="alert">
					{problem && <FieldMessage id={`edit-${id}-message`} problem={problem} />}
				</div>
				<Button kind="plain" onClick={onCancel}>
					Cancel
				</Button>
				<SubmitButton isSending={isSending} sendingLabel="Saving..." isIdle={isIdle}>
					Save
				</SubmitButton>
			</div>
		</form>
	)
}
