import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { ACTION_NOT_FOUND, APPEAL_LOGIN_NEEDED, type AppealableAction, getAppealableAction } from '#contract/appeals.ts'
import { paths } from '#contract/paths.ts'
import { REASON_LABELS } from '#contract/report-reasons.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { useLinkToken } from '#web/features/account/use-link-token.ts'
import { AppealForm } from '#web/features/moderation/appeal-form.tsx'
import { describeDecision } from '#web/features/moderation/decision-words.ts'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import disclosure from '#web/ui/disclosure.module.css'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Time } from '#web/ui/time.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './appeal.module.css'

const TITLE = 'A moderator’s decision'

/** A decision about something of the viewer, and their appeal. The link of its mail opens it without a session. */
export function Component() {
	const { actionId = '' } = useParams()
	const token = useLinkToken()
	const { status } = useSession()
	const isAllowed = token !== undefined && (token !== null || status === 'in')
	const input = { params: { actionId }, query: token ? { token } : {} }
	const { data, error, retry } = useRead(getAppealableAction, input, { enabled: isAllowed })
	useHead({
		title: TITLE,
		description: 'A moderator’s decision about your account or a post of yours, and how to appeal.',
	})
	if (isMissing(error) || error?.status === 400)
		return (
			<NotFoundScreen title={ACTION_NOT_FOUND.error}>
				This decision isn’t about your account, or the link is incomplete.
			</NotFoundScreen>
		)
	return (
		<>
			<PageHead title={TITLE} />
			{data ? (
				<Decision action={data} token={token ?? null} />
			) : error ? (
				<Empty alert action={<TryAgain onRetry={retry} />}>
					{getFailureMessage(error, getAppealableAction.config.failure)}
				</Empty>
			) : status === 'out' && token === null ? (
				<Empty
					action={
						<Link className={buttonClass('main')} to={paths.login({ redirect: paths.appeal(actionId) })}>
							Login
						</Link>
					}
				>
					{APPEAL_LOGIN_NEEDED}.
				</Empty>
			) : (
				<>
					<p role="status" className="visually-hidden">
						Loading...
					</p>
					<Skeleton shape="short" />
					<Skeleton shape="block" />
				</>
			)}
		</>
	)
}

function Decision({ action, token }: { action: AppealableAction; token: string | null }) {
	const { reason, note, snapshot, path, title, createdAt, until, undoneAt } = action
	return (
		<article className={css.decision}>
			<p className={css.what}>{describeDecision(action)}</p>
			<dl className={css.facts}>
				{title && <Fact name="About">{path ? <Link to={path}>{title}</Link> : title}</Fact>}
				{reason && <Fact name="Reason">{REASON_LABELS[reason]}</Fact>}
				<Fact name="When">
					<Time time={createdAt} precision="minute" />
				</Fact>
				{until && (
					<Fact name="Until">
						<Time time={until} precision="minute" />
					</Fact>
				)}
				{undoneAt && (
					<Fact name="Undone">
						<Time time={undoneAt} precision="minute" />
					</Fact>
				)}
			</dl>
			{note && (
				<section className={css.part}>
					<h2>The moderator’s note</h2>
					<p className={css.text}>{note}</p>
				</section>
			)}
			{snapshot && (
				<section className={css.part}>
					<h2>Your text at the time</h2>
					<blockquote className={`${card.box} ${css.quote}`}>{snapshot}</blockquote>
				</section>
			)}
			<section className={css.part}>
				<h2>Appeal</h2>
				<Appeal action={action} token={token} />
			</section>
		</article>
	)
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	)
}

/** The appeal with its state, or the form, or why there is none. */
function Appeal({ action, token }: { action: AppealableAction; token: string | null }) {
	const { appeal, canAppeal, undoneAt, appealableUntil } = action
	if (appeal)
		return (
			<>
				<p role="status">
					<strong>{APPEAL_STATES[appeal.state]}</strong>{' '}
					{appeal.state === 'open' ? (
						<>
							You appealed <Time time={appeal.createdAt} inSentence />. A different moderator will decide and let you
							know.
						</>
					) : (
						appeal.decidedAt && <Time time={appeal.decidedAt} inSentence />
					)}
				</p>
				{appeal.answer && <p className={css.text}>{appeal.answer}</p>}
				<details>
					<summary className={disclosure.opener}>Your appeal</summary>
					<p className={css.text}>{appeal.text}</p>
				</details>
			</>
		)
	if (canAppeal)
		return (
			<>
				<p>
					Think this is wrong? Tell us why. A different moderator will look at it. You can appeal once, until{' '}
					<Time time={appealableUntil} precision="day" />.
				</p>
				<AppealForm actionId={action.id} token={token} />
			</>
		)
	return (
		<p>{undoneAt ? 'This decision was undone, so there is nothing to appeal.' : 'This decision cannot be appealed.'}</p>
	)
}

const APPEAL_STATES = {
	open: 'Waiting for a moderator.',
	upheld: 'The decision stays.',
	granted: 'Your appeal was granted.',
} as const
