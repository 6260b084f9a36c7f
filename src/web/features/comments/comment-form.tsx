import { useId, useRef, useState } from 'react'
import { COMMENT_TOO_LONG, type Comment, createComment } from '#contract/comments.ts'
import { LIMITS } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { ResponseBody } from '#web/app/api-client.ts'
import { useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount } from '#web/app/format.ts'
import { Mentions } from '#web/features/texts/mentions.tsx'
import { SpoilerTools } from '#web/features/texts/spoiler-tools.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { controlClass, FieldMessage } from '#web/ui/field.tsx'
import { type CommentDraft, storedCommentDraft } from './comment-draft-storage.ts'
import css from './comment-form.module.css'
import type { CommentSubject } from './comment-subject.ts'

/** The length in characters from which the form shows a counter. */
const COUNTER_FROM = LIMITS.commentMax - 200

const EMPTY_DRAFT: CommentDraft = { content: '', containsSpoilers: false }

interface CommentFormProps {
	subject: Pick<CommentSubject, 'kind' | 'id'>
	/** The comment that is answered. */
	parent?: Pick<Comment, 'id' | 'parentId' | 'username'>
	user: CurrentUser
	onPosted: (answer: ResponseBody<typeof createComment>) => void
	/** Called when the session has expired; the draft stays saved. */
	onSignedOut: () => void
	onCancel?: () => void
	/** Only the field and its buttons, where there is little room. */
	isPlain?: boolean
}

/** Posts a comment or reply. The draft is saved in the browser until then. Unused, the form is one line. */
export function CommentForm(props: CommentFormProps) {
	const { subject, parent, user, onPosted, onSignedOut, onCancel, isPlain = false } = props
	const storedDraft = storedCommentDraft(user.id, parent?.id ?? subject.id)
	const [isPosted, setPosted] = useState(false)
	// A comment can be answered in two places of a page
	const id = useId()
	const label = parent ? `Reply to ${parent.username}` : 'Write a comment'
	const sending = useSend(createComment, {
		onDone: (answer) => {
			storedDraft.set(EMPTY_DRAFT)
			form.restart(EMPTY_DRAFT)
			setPosted(true)
			onPosted(answer)
		},
		onError: ({ status }) => {
			if (status === 401) onSignedOut()
		},
	})
	const form = useForm({
		// Below the first level the name says who is answered
		initial: () => {
			const draft = storedDraft.get()
			return { ...draft, content: draft.content || (parent?.parentId ? `@${parent.username} ` : '') }
		},
		validate: null,
		sending,
		onChange: (draft) => {
			storedDraft.set(draft)
			setPosted(false)
		},
	})
	const text = useRef<HTMLTextAreaElement>(null)
	// What is pressed next would move if the form became a line again
	const [isInUse, setInUse] = useState(false)
	const { failure, isSending } = form
	const { problem: serverProblem, onChange, ...control } = form.field('content')
	const length = Array.from(control.value.trim()).length
	const isTooLong = length > LIMITS.commentMax
	const problem = isTooLong ? COMMENT_TOO_LONG : (serverProblem ?? (failure && failureMessage(failure)))
	const isEmptyOrTooLong = length === 0 || isTooLong
	return (
		<Form
			className={isPlain ? `${css.form} ${css.plain}` : css.form}
			form={form}
			onSend={(draft) =>
				isEmptyOrTooLong ||
				sending.send({ body: { [`${subject.kind}Id`]: subject.id, ...draft, ...(parent && { parentId: parent.id }) } })
			}
		>
			{!isPlain && <Avatar name={user.username} src={user.profilePicture} />}
			<div className={css.field} data-rests={isInUse || parent || control.value ? undefined : ''}>
				<label htmlFor={id} className="visually-hidden">
					{label}
				</label>
				<textarea
					id={id}
					{...control}
					ref={text}
					className={`${controlClass} ${css.text}`}
					rows={1}
					placeholder={label}
					// biome-ignore lint/a11y/noAutofocus: the field opens because its button was pressed
					autoFocus={parent !== undefined}
					aria-describedby={`${id}-message`}
					aria-invalid={problem ? true : undefined}
					readOnly={isSending}
					onFocus={() => setInUse(true)}
					onChange={({ currentTarget }) => onChange(currentTarget.value)}
					onKeyDown={(event) => {
						const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event
						if (nativeEvent.isComposing) return
						if (key === 'Escape' && onCancel) {
							// Closes nothing else, such as the panel that the form is in
							event.preventDefault()
							onCancel()
						}
						if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
					}}
				/>
				<Mentions field={text} />
				<div className={css.foot}>
					{!isPlain && (
						<SpoilerTools
							field={text}
							text={control.value}
							checked={form.draft.containsSpoilers}
							onChange={(containsSpoilers) => form.set({ containsSpoilers })}
						/>
					)}
					<Message id={`${id}-message`} problem={problem} length={length} isPosted={isPosted} />
					{onCancel && (
						<Button kind="plain" onClick={onCancel}>
							Cancel
						</Button>
					)}
					<SubmitButton isSending={isSending} sendingLabel="Posting..." isIdle={isEmptyOrTooLong}>
						{parent ? 'Post Reply' : 'Post Comment'}
					</SubmitButton>
				</div>
			</div>
		</Form>
	)
}

interface MessageProps {
	id: string
	problem: string | null | undefined
	/** That of the comment. */
	length: number
	isPosted: boolean
}

function Message({ id, problem, length, isPosted }: MessageProps) {
	return (
		<div className={css.message}>
			<div role="alert">{problem && <FieldMessage id={id} problem={problem} />}</div>
			<div role="status">
				{!problem && (
					<FieldMessage id={id} problem={undefined}>
						{isPosted && <span className="visually-hidden">Comment posted</span>}
						{length > COUNTER_FROM && `${formatCount(length)} of ${formatCount(LIMITS.commentMax)} characters`}
					</FieldMessage>
				)}
			</div>
		</div>
	)
}

function failureMessage(error: NonNullable<ReturnType<typeof useSend>['error']>): string {
	return getFailureMessage(
		error,
		error.status === 0 ? 'An error occurred while submitting your comment' : 'Failed to submit comment',
	)
}
