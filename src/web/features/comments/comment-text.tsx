import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#contract/comments.ts'
import { paths } from '#contract/paths.ts'
import { read } from '#web/app/data.tsx'
import { useSession } from '#web/app/session.tsx'
import { showToast } from '#web/app/toasts.ts'
import { describeHidden } from '#web/features/texts/excerpt.ts'
import { PersonText, type Reveal } from '#web/features/texts/person-text.tsx'
import { commentAnchor, subjectOf, threadsCall } from './comment-subject.ts'
import css from './comment-text.module.css'

/** The text of a comment, or that it is hidden and a button that shows it. */
export function CommentText({ comment }: { comment: Comment }) {
	const { id, content, mentions, isHidden } = comment
	const { kind, id: subjectId } = subjectOf(comment)
	const revealedPath = `${paths[kind](subjectId, { spoilers: 1 })}#${commentAnchor(id)}`
	const [revealed, setRevealed] = useState<Awaited<ReturnType<Reveal>>>()
	const text = useRef<HTMLParagraphElement>(null)
	// The button that had the focus is gone
	useEffect(() => {
		if (revealed) text.current?.focus({ preventScroll: true })
	}, [revealed])
	const isBoxed = isHidden && content === ''
	if (isBoxed && !revealed)
		return <HiddenComment comment={comment} revealedPath={revealedPath} onReveal={setRevealed} />
	const shown = isBoxed && revealed ? { ...revealed, isHidden: false } : { text: content, mentions, isHidden }
	return (
		<p ref={text} className={css.text} tabIndex={revealed ? -1 : undefined}>
			<PersonText {...shown} reveal={revealComment(comment)} revealedPath={revealedPath} />
		</p>
	)
}

interface HiddenCommentProps {
	comment: Comment
	revealedPath: string
	onReveal: (revealed: Awaited<ReturnType<Reveal>>) => void
}

function HiddenComment({ comment, revealedPath, onReveal }: HiddenCommentProps) {
	const { status } = useSession()
	const client = useQueryClient()
	const isLoading = useRef(false)
	const show = () => {
		if (isLoading.current) return
		isLoading.current = true
		const fail = () => showToast({ kind: 'bad', message: 'The comment did not load. Please try again.' })
		revealComment(comment)(client)
			.then((revealed) => (revealed ? onReveal(revealed) : fail()), fail)
			.finally(() => {
				isLoading.current = false
			})
	}
	const label = (
		<>
			Show<span className="visually-hidden"> the comment by {comment.username}</span>
		</>
	)
	return (
		<p className={css.hidden} data-settles="">
			{describeHidden()}{' '}
			{status === 'unknown' ? (
				<Link to={revealedPath} className={css.show} rel="nofollow">
					{label}
				</Link>
			) : (
				<button type="button" className={css.show} onClick={show}>
					{label}
				</button>
			)}
		</p>
	)
}

/** Fetches the text of a comment or reply with its spoilers. */
function revealComment(comment: Comment): Reveal {
	return async (client) => {
		const { endpoint, input } = threadsCall(subjectOf(comment), { comment: comment.id, limit: 1, reveal: true })
		const { comments } = await client.query(read(endpoint, input))
		const found = comments.flatMap((first) => [first, ...first.replies]).find(({ id }) => id === comment.id)
		return found && { text: found.content, mentions: found.mentions }
	}
}
