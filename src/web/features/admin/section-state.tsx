import type { Endpoint } from '#contract/endpoint.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './section-state.module.css'

interface SectionStateProps {
	endpoint: Endpoint
	/** Null while it loads. */
	error: ApiError | null
	onRetry: () => void
}

/** What stands in for a section whose data is not there: its skeleton, or why it failed. */
export function SectionState({ endpoint, error, onRetry }: SectionStateProps) {
	if (error)
		return (
			<Empty alert action={<TryAgain onRetry={onRetry} />}>
				{getFailureMessage(error, endpoint.config.failure)}
			</Empty>
		)
	return <SectionSkeleton />
}

export function SectionSkeleton() {
	return (
		<>
			<p role="status" className="visually-hidden">
				Loading...
			</p>
			<SkeletonList label="Loading" count={2} className={css.skeleton}>
				<Skeleton shape="block" />
			</SkeletonList>
		</>
	)
}
