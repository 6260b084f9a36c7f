import { Link, useNavigate, useSearchParams } from 'react-router'
import { isolate } from '#contract/isolate.ts'
import {
	ACTION_LABELS,
	APPEAL_LABELS,
	CATALOG_ACTIONS,
	LOGGED_ACTIONS,
	type LogEntry,
	listActions,
} from '#contract/moderation.ts'
import { paths } from '#contract/paths.ts'
import { REASON_LABELS } from '#contract/report-reasons.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import { Empty } from '#web/ui/empty.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Time, useMomentFormat } from '#web/ui/time.tsx'
import { isOfCatalog, nameActor } from './action-words.ts'
import css from './log-section.module.css'
import queueCss from './queue-section.module.css'
import { nameSubject } from './subject-words.ts'

const PAGE_SIZE = 30
const ACTIONS = [
	{ word: '', label: 'All actions' },
	...[...LOGGED_ACTIONS, ...CATALOG_ACTIONS].map((word) => ({ word, label: ACTION_LABELS[word] })),
] as const

/** Everything that moderators, the operator and the site did. Nothing in it changes or goes. */
export function Section() {
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const action = ACTIONS.find(({ word }) => word === search.get('action'))?.word ?? ''
	const moderator = search.get('moderator')
	const query = { limit: PAGE_SIZE, ...(action && { action }), ...(moderator && { moderator }) }
	const list = useReadPages(listActions, { query }, ({ actions }) => actions)
	const name = list.rows?.find((row) => row.moderator?.id === moderator)?.moderator?.username
	return (
		<>
			<FilterForm className={queueCss.filters}>
				<FilterSelect
					label="Action"
					className={queueCss.filter}
					name="action"
					options={ACTIONS}
					value={action}
					onChange={(word) =>
						void navigate(paths.admin('log', { action: word, moderator }), { preventScrollReset: true })
					}
				/>
				{moderator && (
					<Link className={buttonClass('quiet')} to={paths.admin('log', { action })} preventScrollReset>
						<span className="visually-hidden">Remove filter:</span>
						{name ?? 'One moderator'}
						<FrameIcon name="close" size={16} />
					</Link>
				)}
			</FilterForm>
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, listActions.config.failure)}
				nextHref={list.next && 'cursor' in list.next ? paths.admin('log') : null}
				skeleton={
					<SkeletonList label="Loading the log" count={6} className={css.entries} rowClassName={css.entry}>
						<Skeleton />
						<Skeleton shape="short" />
					</SkeletonList>
				}
				empty={<Empty scene="book">No actions yet.</Empty>}
				endMessage="End of list"
			>
				{(rows) => (
					<ol className={css.entries}>
						{rows.map((entry) => (
							<li key={entry.id} className={css.entry}>
								<Entry entry={entry} action={action} />
							</li>
						))}
					</ol>
				)}
			</PagedList>
		</>
	)
}

function Entry({ entry, action }: { entry: LogEntry; action: string }) {
	const { moderator, reason, until, undoneAt, appeal, note, snapshot, createdAt } = entry
	const format = useMomentFormat()
	return (
		<article aria-label={`${ACTION_LABELS[entry.action]}, ${format(createdAt, 'minute')}`}>
			<p>
				<strong>{ACTION_LABELS[entry.action]}</strong>: <Subject entry={entry} />
				{reason && <span className={css.reason}>{REASON_LABELS[reason]}</span>}
			</p>
			<p className={css.meta}>
				{moderator ? (
					<Link to={paths.admin('log', { action, moderator: moderator.id })} title="Only this moderator">
						{moderator.username}
					</Link>
				) : (
					nameActor(entry)
				)}
				{' · '}
				<Time time={createdAt} />
				{until && ` · until ${format(until, 'minute')}`}
				{undoneAt && ` · undone ${format(undoneAt, 'minute')}`}
				{appeal && ` · appeal: ${APPEAL_LABELS[appeal.state].toLowerCase()}`}
			</p>
			{note && <p className={css.note}>{note}</p>}
			{snapshot && (
				<details>
					<summary className={disclosure.opener}>
						{entry.subject === 'game' ? 'What changed' : 'Text at the time'}
					</summary>
					<p className={css.text}>{snapshot}</p>
				</details>
			)}
		</article>
	)
}

/** What an entry is about, with the way to everything about it. */
function Subject({ entry: { subject, subjectId, title, author, path } }: { entry: LogEntry }) {
	if (isOfCatalog(subject))
		return (
			<Link className={css.subject} to={path ?? paths.admin('suggestions', { state: 'done' })}>
				{subject === 'game' ? title : `the suggestion “${isolate(title ?? '')}”`}
			</Link>
		)
	const of =
		title === null
			? ''
			: subject === 'list'
				? ` “${isolate(title)}”`
				: subject === 'review'
					? ` of ${isolate(title)}`
					: ` on ${isolate(title)}`
	const by = author ? ` by ${author.username}` : ''
	const words = subject === 'user' ? (author?.username ?? 'a deleted account') : nameSubject(subject) + of + by
	return (
		<Link className={css.subject} to={paths.admin('reports', { subject, id: subjectId })}>
			{words}
		</Link>
	)
}
