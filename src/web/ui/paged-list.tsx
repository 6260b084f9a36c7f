import type { ReactNode } from 'react'
import { Empty } from './empty.tsx'
import { InfiniteList } from './infinite-list.tsx'
import { TryAgain } from './try-again.tsx'

interface PagedListProps<Row, Failure extends { status: number }> {
	list: {
		/** Undefined until the first batch has loaded. */
		rows: Row[] | undefined
		error: Failure | null
		isLoadingMore: boolean
		more: () => void
		retry: () => void
	}
	/** Returns the error message of a failure. */
	getMessage: (error: Failure) => string
	/** Path of the page that starts with the next batch, null at the end. */
	nextHref: string | null
	/** Shown until the first batch has loaded. */
	skeleton: ReactNode
	/** Shown when there are no rows. */
	empty: ReactNode
	/** Message at the end of the list. */
	endMessage?: string
	/** The words of a link past the rows, for the keyboard. */
	skip?: string
	/** Goes to the start of the list, if the URL has a cursor; called on retry if that cursor is no longer valid. */
	onRestart?: (() => void) | null
	children: (rows: Row[]) => ReactNode
}

/** A list that loads in batches, with its skeleton, error state and empty state. */
export function PagedList<Row, Failure extends { status: number }>(props: PagedListProps<Row, Failure>) {
	const { list, getMessage, nextHref, skeleton, empty, endMessage, skip, onRestart, children } = props
	const { rows, error, isLoadingMore, more, retry } = list
	if (rows?.length === 0) return empty
	if (rows)
		return (
			<InfiniteList
				nextHref={nextHref}
				isLoading={isLoadingMore}
				error={error && getMessage(error)}
				onMore={more}
				onRetry={retry}
				{...(endMessage !== undefined && { endMessage })}
				{...(skip !== undefined && { skip })}
			>
				{children(rows)}
			</InfiniteList>
		)
	if (error)
		return (
			<Empty alert action={<TryAgain onRetry={() => (error.status === 400 && onRestart ? onRestart() : retry())} />}>
				{getMessage(error)}
			</Empty>
		)
	return skeleton
}
