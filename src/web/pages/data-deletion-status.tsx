import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { DELETION_NOT_FOUND, getDeletion } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { failureSentence, isMissing, loads, preload, read, useRead } from '#web/app/data.tsx'
import { formatDay } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import { Failed } from '#web/layout/failed.tsx'
import card from '#web/ui/card.module.css'
import { PageHead } from '#web/ui/page-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './data-deletion-status.module.css'

export const loader = loads(async ({ client, params: { confirmationCode } }) => {
	if (confirmationCode) await preload(client, read(getDeletion, { params: { code: confirmationCode } }))
})

const TITLE = 'Data deletion'

/** How far the deletion of an account is, by the code that its owner was given. */
export function Component() {
	const { confirmationCode } = useParams()
	return confirmationCode ? <Status code={confirmationCode} /> : <Unknown code="N/A" />
}

function Status({ code }: { code: string }) {
	const { data, error, retry } = useRead(getDeletion, { params: { code } })
	useHead({ title: TITLE, description: 'How far the deletion of an account is.' })
	if (isMissing(error)) return <Unknown code={code} />
	if (error)
		return (
			<Failed
				title={TITLE}
				sentence={failureSentence(error, getDeletion.config.failure)}
				error={error}
				onRetry={retry}
			/>
		)
	const isCompleted = data?.status === 'completed'
	return (
		<Facts
			lead={
				!data
					? 'One moment: this is being looked up.'
					: data.subject === 'connection'
						? 'Nothing that came from Facebook is kept here. An account that has another way to log in stays: log in to it to delete it in your settings.'
						: isCompleted
							? 'The deletion is completed. Nothing is left of the account.'
							: 'The account and everything made with it are gone from the site. What is left of it elsewhere, such as mails on their way, is removed within 30 days.'
			}
			facts={[
				[
					'Confirmation code',
					<span key="code" className={css.code}>
						{data?.confirmationCode ?? code}
					</span>,
				],
				['Processing date', data ? formatDay(data.requestedAt) : <Skeleton key="date" shape="short" />],
				[
					'State',
					data ? (
						isCompleted && data.completedAt ? (
							`Completed on ${formatDay(data.completedAt)}`
						) : (
							stateOf(data.progress)
						)
					) : (
						<Skeleton key="state" shape="short" />
					),
				],
			]}
		/>
	)
}

/** What is left at the end waits outside of the database. */
function stateOf(progress: number): string {
	return progress < 100 ? `Processing: ${progress}% is deleted` : 'Processing'
}

function Unknown({ code }: { code: string }) {
	useHead({ title: 'Deletion not found', status: 404 })
	return (
		<Facts
			lead={`${DELETION_NOT_FOUND.error}. Please compare it with the one that you were given.`}
			facts={[
				[
					'Confirmation code',
					<span key="code" className={css.code}>
						{code}
					</span>,
				],
				['Processing date', 'N/A'],
			]}
		/>
	)
}

function Facts({ lead, facts }: { lead: string; facts: readonly [string, ReactNode][] }) {
	return (
		<div className={css.screen}>
			<PageHead title={TITLE} lead={lead} />
			<dl className={`${card.box} ${css.facts}`}>
				{facts.map(([label, value]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			<p className={css.more}>
				What is kept about whom, and for how long, is written in the{' '}
				<Link to={paths.privacyPolicy()}>privacy policy</Link>.
			</p>
		</div>
	)
}
