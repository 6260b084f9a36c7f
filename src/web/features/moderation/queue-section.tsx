import { Link, useNavigate, useSearchParams } from 'react-router'
import { getModeratedSubject, listReports } from '#contract/moderation.ts'
import { paths } from '#contract/paths.ts'
import { MODERATION_REASONS, REASON_LABELS, REPORT_SUBJECTS, type ReportSubject } from '#contract/report-reasons.ts'
import { useRead, useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { QueueBoard } from './queue-board.tsx'
import css from './queue-section.module.css'
import { identifyGroup } from './queued-group.ts'
import { WaitingCount } from './waiting-count.tsx'

const PAGE_SIZE = 20
const STATES = [
	{ word: 'open', label: 'Waiting' },
	{ word: 'done', label: 'Decided' },
] as const
const REASONS = [
	{ word: '', label: 'All reasons' },
	...MODERATION_REASONS.map((word) => ({ word, label: REASON_LABELS[word] })),
] as const

/** The reports that wait for a moderator, or one thing with everything about it. */
export function Section() {
	const [search] = useSearchParams()
	const subject = REPORT_SUBJECTS.find((word) => word === search.get('subject'))
	const subjectId = search.get('id')
	return subject && subjectId ? <OneSubject subject={subject} subjectId={subjectId} /> : <Queue />
}

function Queue() {
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const state = STATES.find(({ word }) => word === search.get('state'))?.word ?? 'open'
	const reason = REASONS.find(({ word }) => word === search.get('reason'))?.word ?? ''
	const query = { state, limit: PAGE_SIZE, ...(reason && { reason }) }
	const list = useReadPages(listReports, { query }, ({ reports }) => reports.map(identifyGroup))
	const show = (change: { state?: string; reason?: string }) =>
		void navigate(
			paths.admin('reports', {
				...(state === 'done' && { state }),
				reason,
				...change,
				...(change.state === 'open' && { state: null }),
			}),
			{ preventScrollReset: true },
		)
	return (
		<>
			<FilterForm className={css.filters}>
				<FilterSelect
					label="State"
					className={css.filter}
					name="state"
					options={STATES}
					value={state}
					onChange={(word) => show({ state: word })}
				/>
				<FilterSelect
					label="Reason"
					className={css.filter}
					name="reason"
					options={REASONS}
					value={reason}
					onChange={(word) => show({ reason: word })}
				/>
				<WaitingCount />
			</FilterForm>
			<QueueBoard key={`${state} ${reason}`} groups={list.rows ?? []}>
				{(renderGroups) => (
					<PagedList
						list={list}
						getMessage={(error) => getFailureMessage(error, listReports.config.failure)}
						nextHref={list.next && 'cursor' in list.next ? paths.admin('reports') : null}
						skeleton={<QueueSkeleton />}
						empty={<Empty scene="seed">{describeEmptiness(state, reason !== '')}</Empty>}
						endMessage="End of list"
					>
						{renderGroups}
					</PagedList>
				)}
			</QueueBoard>
		</>
	)
}

/** One thing, reported or not, with the way back to the queue. */
function OneSubject({ subject, subjectId }: { subject: ReportSubject; subjectId: string }) {
	const { data, error, retry } = useRead(getModeratedSubject, { params: { subject, subjectId } })
	return (
		<>
			<p>
				<Link to={paths.admin('reports')} className={buttonClass('quiet')}>
					All Reports
				</Link>
			</p>
			{data ? (
				<QueueBoard groups={[identifyGroup(data)]}>{(renderGroups) => renderGroups([identifyGroup(data)])}</QueueBoard>
			) : error ? (
				<Empty alert action={<TryAgain onRetry={retry} />}>
					{getFailureMessage(error, getModeratedSubject.config.failure)}
				</Empty>
			) : (
				<QueueSkeleton />
			)}
		</>
	)
}

function QueueSkeleton() {
	return (
		<SkeletonList label="Loading reports" count={3} className={css.skeletons}>
			<Skeleton shape="short" />
			<Skeleton shape="block" />
		</SkeletonList>
	)
}

function describeEmptiness(state: 'open' | 'done', isFiltered: boolean): string {
	if (isFiltered) return 'No reports for this reason.'
	return state === 'open' ? 'All clear. No reports waiting.' : 'Nothing decided yet.'
}
