import { Link } from 'react-router'
import { ACTION_LABELS, APPEAL_LABELS } from '#contract/moderation.ts'
import { paths } from '#contract/paths.ts'
import { REASON_LABELS } from '#contract/report-reasons.ts'
import { getTransparency, type Transparency } from '#contract/transparency.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { getFailureStatus, getReadFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import { nameSubject } from '#web/features/moderation/subject-words.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './transparency.module.css'

type Quarter = Transparency['quarters'][number]
type PublicAction = Transparency['actions'][number] & { id: string }

export const loader = createLoader(({ client }) => preload(client, readPages(getTransparency, {})))

/** What moderators did, for everyone: numbers by quarter, and the log without names. */
export function Component() {
	// Entries have no identity of their own, so that nobody can tell what they are about
	const list = useReadPages(getTransparency, {}, ({ actions, nextCursor }) =>
		actions.map((action, index) => ({ ...action, id: `${nextCursor} ${index}` })),
	)
	const { rows, error, first, next } = list
	useHead({
		title: 'Transparency',
		description: 'Reports on this site, the moderators’ actions, and the outcome of appeals.',
		path: paths.transparency(),
		status: error && !rows ? getFailureStatus(error) : 200,
	})
	return (
		<>
			<PageHead
				title="Transparency"
				lead="Reports on this site, the moderators’ actions, and the outcome of appeals."
			/>
			<p className={css.lead}>
				Anyone can report what they read here. Authors are told about each decision and its reason, and can appeal for
				six months; a different moderator decides. No names or texts appear below. All times are in UTC.
			</p>
			{first && first.quarters.length > 0 && (
				<section className={css.section}>
					<h2>By quarter</h2>
					{first.quarters.map((quarter) => (
						<QuarterNumbers key={quarter.quarter} quarter={quarter} />
					))}
				</section>
			)}
			<section className={css.section}>
				<h2 tabIndex={-1}>Log</h2>
				<PagedList
					list={list}
					getMessage={(error) => getReadFailureMessage(error, getTransparency.config.failure)}
					nextHref={next && 'cursor' in next ? paths.transparency() : null}
					skeleton={
						<SkeletonList label="Loading the log" count={8} className={css.entries} rowClassName={css.entry}>
							<Skeleton />
						</SkeletonList>
					}
					empty={<Empty scene="seed">No actions yet.</Empty>}
					endMessage="End of list"
				>
					{(rows) => (
						<ol className={css.entries}>
							{rows.map((action) => (
								<li key={action.id} className={css.entry}>
									<Entry action={action} />
								</li>
							))}
						</ol>
					)}
				</PagedList>
			</section>
			<p className={css.lead}>
				The <Link to={paths.privacyPolicy()}>privacy policy</Link> explains what this site stores about reports and
				decisions.
			</p>
		</>
	)
}

function QuarterNumbers({ quarter: { quarter, reports, actions, appeals } }: { quarter: Quarter }) {
	const [year, number] = quarter.split('-')
	return (
		<article className={css.quarter} aria-label={quarter}>
			<h3>
				{number} {year}
			</h3>
			<div className={css.tables}>
				<Numbers
					title="Reports"
					rows={reports.map(({ reason, count }) => ({ name: REASON_LABELS[reason], count }))}
					none="No reports"
				/>
				<Numbers
					title="Actions"
					rows={actions.map(({ action, count }) => ({ name: ACTION_LABELS[action], count }))}
					none="No actions"
				/>
				<Numbers
					title="Appeals"
					rows={appeals.map(({ state, count }) => ({ name: APPEAL_LABELS[state], count }))}
					none="No appeals"
				/>
			</div>
		</article>
	)
}

interface NumbersProps {
	title: string
	rows: readonly { name: string; count: number }[]
	none: string
}

function Numbers({ title, rows, none }: NumbersProps) {
	const total = rows.reduce((sum, { count }) => sum + count, 0)
	if (total === 0) return <p className={css.none}>{none}</p>
	return (
		<table className={css.numbers}>
			<caption>
				{title} <span className={css.total}>{formatCount(total)}</span>
			</caption>
			<tbody>
				{rows
					.filter(({ count }) => count > 0)
					.map(({ name, count }) => (
						<tr key={name}>
							<th scope="row">{name}</th>
							<td>{formatCount(count)}</td>
						</tr>
					))}
			</tbody>
		</table>
	)
}

function Entry({ action: { action, subject, reason, createdAt, until, undoneAt, appeal } }: { action: PublicAction }) {
	return (
		<p className={css.line}>
			<Time time={createdAt} precision="day" />
			<span>
				<strong>{ACTION_LABELS[action]}</strong>: {nameSubject(subject)}
				{reason && ` · ${REASON_LABELS[reason]}`}
				{until && (
					<>
						{' · until '}
						<Time time={until} precision="day" />
					</>
				)}
				{appeal && ` · appeal: ${APPEAL_LABELS[appeal].toLowerCase()}`}
				{undoneAt && ' · undone'}
			</span>
		</p>
	)
}
