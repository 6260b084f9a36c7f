import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { DELETION_NOT_FOUND, getDeletion } from '#contract/account.ts'
import { paths } from '#contract/paths.ts'
import { createLoader, preload, read, useRead } from '#web/app/data.tsx'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import card from '#web/ui/card.module.css'
import { PageHead } from '#web/ui/page-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './data-deletion-status.module.css'

export const loader = createLoader(async ({ client, params: { confirmationCode } }) => {
	if (confirmationCode) await preload(client, read(getDeletion, { params: { code: confirmationCode } }))
})

const TITLE = 'Data deletion'

/** The status of an account deletion, found by its confirmation code. */
export function Component() {
	const { confirmationCode } = useParams()
	return confirmationCode ? <Status code={confirmationCode} /> : <UnknownDeletion code="N/A" />
}

function Status({ code }: { code: string }) {
	const { data, error, retry } = useRead(getDeletion, { params: { code } })
	useHead({ title: TITLE, description: 'The status of an account deletion.' })
	if (isMissing(error)) return <UnknownDeletion code={code} />
	if (error)
		return (
			<FailureScreen
				title={TITLE}
				sentence={getFailureMessage(error, getDeletion.config.failure)}
				error={error}
				onRetry={retry}
			/>
		)
	const isCompleted = data?.status === 'completed'
	return (
		<Facts
			lead={
				!data
					? 'One moment, looking it up…'
					: data.subject === 'connection'
						? 'We no longer store anything that came from Facebook. If your account has another way to log in, it still exists: log in to delete it in your settings.'
						: isCompleted
							? 'Done. Nothing is left of the account.'
							: 'The account and everything it published are gone from the site. Any remaining data, such as emails waiting to be sent, is removed within 30 days.'
			}
			facts={[
				[
					'Confirmation code',
					<span key="code" className={css.code}>
						{data?.confirmationCode ?? code}
					</span>,
				],
				[
					'Processing date',
					data ? <Time key="date" time={data.requestedAt} precision="day" /> : <Skeleton key="date" shape="short" />,
				],
				[
					'State',
					data ? (
						isCompleted && data.completedAt ? (
							<span key="state">
								Completed on <Time time={data.completedAt} precision="day" />
							</span>
						) : (
							progressText(data.progress)
						)
					) : (
						<Skeleton key="state" shape="short" />
					),
				],
			]}
		/>
	)
}

/** At 100 percent the database is done, but data outside of it may still wait for removal. */
function progressText(progress: number): string {
	return progress < 100 ? `Processing: ${progress}% deleted` : 'Processing'
}

function UnknownDeletion({ code }: { code: string }) {
	useHead({ title: 'Deletion not found', status: 404 })
	return (
		<Facts
			lead={`${DELETION_NOT_FOUND.error}. Please check it against the code you received.`}
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
				The <Link to={paths.privacyPolicy()}>privacy policy</Link> explains what we store and for how long.
			</p>
		</div>
	)
}
