import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ACTION_LABELS, type AppealEntry, listAppeals } from '#contract/moderation.ts'
import { paths } from '#contract/paths.ts'
import { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { FilterForm, FilterSelect } from '#web/forms/filter-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import { ActionLines } from './action-lines.tsx'
import { AppealDialog } from './appeal-dialog.tsx'
import css from './appeals-section.module.css'
import queueCss from './queue-section.module.css'
import { ReportedText } from './reported-text.tsx'

const PAGE_SIZE = 20
const STATES = [
	{ word: 'open', label: 'Waiting' },
	{ word: 'done', label: 'Decided' },
] as const

/** What authors say against decisions about things of theirs. */
export function Section() {
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const state = STATES.find(({ word }) => word === search.get('state'))?.word ?? 'open'
	const list = useReadPages(listAppeals, { query: { state, limit: PAGE_SIZE } }, ({ appeals }) => appeals)
	const [task, setTask] = useState<{ appeal: AppealEntry; decision: 'uphold' | 'grant' } | null>(null)
	const [announcement, setAnnouncement] = useState('')
	return (
		<>
			<FilterForm className={queueCss.filters}>
				<FilterSelect
					label="State"
					className={queueCss.filter}
					name="state"
					options={STATES}
					value={state}
					onChange={(word) =>
						void navigate(paths.admin('appeals', { state: word === 'open' ? null : word }), {
							preventScrollReset: true,
						})
					}
				/>
			</FilterForm>
			<p role="status" className="visually-hidden">
				{announcement}
			</p>
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, listAppeals.config.failure)}
				nextHref={list.next && 'cursor' in list.next ? paths.admin('appeals') : null}
				skeleton={
					<SkeletonList label="Loading appeals" count={3} className={css.appeals}>
						<Skeleton shape="short" />
						<Skeleton shape="block" />
					</SkeletonList>
				}
				empty={<Empty scene="seed">{state === 'open' ? 'No appeals waiting.' : 'No appeals decided yet.'}</Empty>}
				endMessage="End of list"
			>
				{(rows) => (
					<ol className={css.appeals}>
						{rows.map((appeal) => (
							<li key={appeal.id}>
								<AppealCard appeal={appeal} onDecide={(decision) => setTask({ appeal, decision })} />
							</li>
						))}
					</ol>
				)}
			</PagedList>
			<AppealDialog
				task={task}
				onClose={() => setTask(null)}
				onDone={(message) => {
					setTask(null)
					setAnnouncement(message)
				}}
			/>
		</>
	)
}

interface AppealCardProps {
	appeal: AppealEntry
	onDecide: (decision: 'uphold' | 'grant') => void
}

function AppealCard({ appeal, onDecide }: AppealCardProps) {
	const { action, state, text, createdAt, answer, decidedBy, decidedAt, present, canDecide } = appeal
	const { author, subject, subjectId } = action
	const name = author?.username ?? 'a deleted account'
	return (
		<article className={`${card.card} ${css.card}`} aria-label={`Appeal by ${name}`}>
			<h2 className={css.title}>
				<Link to={paths.admin('reports', { subject, id: subjectId })}>
					{name}: {ACTION_LABELS[action.action].toLowerCase()}
				</Link>
			</h2>
			<div>
				<p className={css.label}>
					The appeal, <Time time={createdAt} inSentence />
				</p>
				<p className={css.text}>{text}</p>
			</div>
			<div>
				<p className={css.label}>The decision</p>
				<ActionLines actions={[{ ...action, appeal: null }]} />
			</div>
			{action.snapshot !== null && (
				<ReportedText group={{ snapshot: action.snapshot, present }} when="As it was when decided" />
			)}
			{state !== 'open' && (
				<p>
					<strong>{state === 'granted' ? 'Appeal granted' : 'Decision kept'}</strong> by{' '}
					{decidedBy?.username ?? 'a deleted account'}
					{decidedAt && (
						<>
							{' '}
							<Time time={decidedAt} inSentence />
						</>
					)}
					{answer && <span className={css.text}>: {answer}</span>}
				</p>
			)}
			{state === 'open' &&
				(canDecide ? (
					<div className={css.actions}>
						<Button onClick={() => onDecide('grant')}>Grant Appeal</Button>
						<Button onClick={() => onDecide('uphold')}>Keep Decision</Button>
					</div>
				) : (
					<p className={css.label}>You made this decision, so another moderator has to decide the appeal.</p>
				))}
		</article>
	)
}
