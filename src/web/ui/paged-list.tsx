import type { ReactNode } from 'react'
import { Empty } from './empty.tsx'
import { InfiniteList } from './infinite-list.tsx'
import { TryAgain } from './try-again.tsx'

interface PagedListProps<Row, Failure extends { status: number }> {
	list: {
		/** Undefined until the first part has come. */
		rows: Row[] | undefined
		error: Failure | null
		isLoadingMore: boolean
		more: () => void
		retry: () => void
	}
	/** Returns the message of a failure. */
	messageOf: (error: Failure) => string
	/** Address of the page that begins with the next part, null at the end. */
	nextHref: string | null
	/** Shown until the first part has come. */
	skeleton: ReactNode
	/** Shown when there are no rows. */
	empty: ReactNode
	/** Said at the end; without it the list just ends. */
	endMessage?: string
	/** Leads to the start of the list if the address begins further down; called when that place no longer exists. */
	onRestart?: (() => void) | null
	children: (rows: Row[]) => ReactNode
}

/** A list that is read part by part: its skeleton, its failure, its emptiness, and its rows, which grow. */
export function PagedList<Row, Failure extends { status: number }>(props: PagedListProps<Row, Failure>) {
	const { list, messageOf, nextHref, skeleton, empty, endMessage, onRestart, children } = props
	const { rows, error, isLoadingMore, more, retry } = list
	if (rows?.length === 0) return empty
	if (rows)
		return (
			<InfiniteList
				nextHref={nextHref}
				isLoading={isLoadingMore}
				error={error && messageOf(error)}
				onMore={more}
				onRetry={retry}
				{...(endMessage !== undefined && { endMessage })}
			>
				{children(rows)}
			</InfiniteList>
		)
	if (error)
		return (
			<Empty alert action={<TryAgain onRetry={() => (error.status === 400 && onRestart ? onRestart() : retry())} />}>
				{messageOf(error)}
			</Empty>
		)
	return skeleton
}
