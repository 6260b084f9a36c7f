import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Comment, type createComment, listReplies } from '#contract/comments.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { ResponseBody } from '#web/app/api-client.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount } from '#web/app/format.ts'
import { asksForSpoilers } from '#web/features/texts/spoilers-param.ts'
import { TryAgain } from '#web/ui/try-again.tsx'
import { ActionButton, CommentItem } from './comment-item.tsx'
import { useCachedComments } from './comment-list.ts'
import type { CommentSubject } from './comment-subject.ts'
import css from './comment-thread.module.css'
import { LazyCommentForm } from './lazy-comment-form.tsx'

const REPLIES_PER_PAGE = 50

interface CommentThreadProps {
	comment: Comment
	subject: CommentSubject
	/** Null for visitors. */
	viewer: CurrentUser | null
	deletedIds: ReadonlySet<string>
	onPosted: (answer: ResponseBody<typeof createComment>) => void
	onDelete: (comment: Comment) => void
	onSignedOut: () => void
}

/** A comment with its replies: the first three, or all of them on request. */
export function CommentThread(props: CommentThreadProps) {
	const { comment, subject, viewer, deletedIds, onPosted, onDelete, onSignedOut } = props
	const [isWhole, setWhole] = useState(false)
	const [answered, setAnswered] = useState<Comment | null>(null)
	const cached = useCachedComments()
	const renderItem = (item: Comment) => (
		<CommentItem
			comment={item}
			isOwn={viewer !== null && viewer.id === item.userId}
			isDeletable={viewer !== null && (viewer.id === item.userId || viewer.id === subject.ownerId)}
			onEdited={({ replies: _, ...edited }) => cached.patch(item.id, () => edited)}
			onReply={viewer ? () => setAnswered(item) : undefined}
			onDelete={() => onDelete(item)}
		/>
	)
	const replies = comment.replies.filter(({ id }) => !deletedIds.has(id))
	const deletedHere = comment.replies.length - replies.length
	// A removed reply, which only its author and moderators see, is in no count
	const hiddenCount = comment.replyCount - deletedHere - replies.filter(({ moderation }) => !moderation).length
	return (
		<>
			{renderItem(comment)}
			{(comment.replyCount > deletedHere || replies.length > 0 || answered) && (
				<div className={css.replies}>
					{isWhole ? (
						<AllReplies comment={comment} deletedIds={deletedIds} renderItem={renderItem} />
					) : (
						<>
							<Replies replies={replies} renderItem={renderItem} />
							{hiddenCount > 0 && (
								<ActionButton onPress={() => setWhole(true)}>
									{formatCount(hiddenCount)} more {hiddenCount === 1 ? 'reply' : 'replies'}
								</ActionButton>
							)}
						</>
					)}
					{viewer && answered && (
						<LazyCommentForm
							key={answered.id}
							subject={subject}
							parent={answered}
							user={viewer}
							onPosted={(answer) => {
								onPosted(answer)
								setAnswered(null)
							}}
							onSignedOut={onSignedOut}
							onCancel={() => setAnswered(null)}
						/>
					)}
				</div>
			)}
		</>
	)
}

interface RepliesProps {
	replies: readonly Comment[]
	renderItem: (item: Comment) => ReactNode
}

function Replies({ replies, renderItem }: RepliesProps) {
	if (replies.length === 0) return null
	return (
		<ol className={css.list}>
			{replies.map((reply) => (
				<li key={reply.id}>{renderItem(reply)}</li>
			))}
		</ol>
	)
}

interface AllRepliesProps {
	comment: Comment
	deletedIds: ReadonlySet<string>
	renderItem: RepliesProps['renderItem']
}

/** All replies, page by page, and those written meanwhile. */
function AllReplies({ comment, deletedIds, renderItem }: AllRepliesProps) {
	const [search] = useSearchParams()
	const query = { limit: REPLIES_PER_PAGE, ...(asksForSpoilers(search) ? { reveal: true } : {}) }
	const input = { params: { id: comment.id }, query }
	const {
		rows = [],
		error,
		next,
		isPending,
		isLoadingMore,
		more,
		retry,
	} = useReadPages(listReplies, input, ({ comments }) => comments)
	// The thread's own copy has what was just written, and the first ones while the rest load
	const own = next === null || rows.length === 0 ? comment.replies : []
	const merged = [...new Map([...rows, ...own].map((reply) => [reply.id, reply])).values()]
	return (
		<>
			<Replies replies={merged.filter(({ id }) => !deletedIds.has(id))} renderItem={renderItem} />
			{error ? (
				<div role="alert">
					<p>{getFailureMessage(error, listReplies.config.failure)}</p>
					<TryAgain onRetry={retry} />
				</div>
			) : isPending || isLoadingMore ? (
				<p role="status">Loading...</p>
			) : (
				next && <ActionButton onPress={more}>More replies</ActionButton>
			)}
		</>
	)
}
