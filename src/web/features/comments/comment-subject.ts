import { type Comment, listComments, listListComments } from '#contract/comments.ts'
import { paths } from '#contract/paths.ts'
import type { Input } from '#web/app/api-client.ts'
import { asksForSpoilers } from '#web/features/texts/spoilers-param.ts'

/** The review or list that comments are on. */
export interface CommentSubject {
	kind: 'review' | 'list'
	id: string
	/** Its author may delete any comment on it. */
	ownerId: string
	/** Without those being deleted. */
	commentCount: number
}

const PAGE_SIZE = 20

/** Returns the call and the input that list the subject's comments. The URL may contain where to start: a cursor or a comment. */
export function threadsOf({ kind, id }: Pick<CommentSubject, 'kind' | 'id'>, search: URLSearchParams) {
	const cursor = search.get('cursor')
	const comment = search.get('comment')
	const query = {
		limit: PAGE_SIZE,
		...(cursor ? { cursor } : comment ? { comment } : {}),
		...(asksForSpoilers(search) ? { reveal: true } : {}),
	}
	return threadsCall({ kind, id }, query)
}

/** Returns the call and the input that list comments of a subject. */
export function threadsCall(
	{ kind, id }: Pick<CommentSubject, 'kind' | 'id'>,
	query: NonNullable<Input<typeof listComments>['query']>,
) {
	if (kind === 'review') return { endpoint: listComments, input: { params: { reviewId: id }, query } }
	// Both calls have the same query and answer
	const input = { params: { listId: id }, query } as unknown as Input<typeof listComments>
	return { endpoint: listListComments as unknown as typeof listComments, input }
}

/** Returns the subject that a comment is on. */
export const subjectOf = ({ reviewId, listId }: Pick<Comment, 'reviewId' | 'listId'>) =>
	reviewId === null ? ({ kind: 'list', id: listId ?? '' } as const) : ({ kind: 'review', id: reviewId } as const)

/** Returns the path of the subject's page. */
export const subjectPath = ({ kind, id }: Pick<CommentSubject, 'kind' | 'id'>): string =>
	kind === 'review' ? paths.review(id) : paths.list(id)

/** Returns the id of the element that shows a comment, which links name. */
export const commentAnchor = (id: string): string => `comment-${id}`
