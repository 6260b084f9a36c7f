import { Link, useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getMe } from '#contract/session-tokens.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { ProofGate } from '#web/features/account/proof-gate.tsx'
import { SectionIndex } from '#web/features/admin/section-index.tsx'
import { SectionSkeleton } from '#web/features/admin/section-state.tsx'
import { sectionsFor } from '#web/features/admin/sections.tsx'
import { SecondFactorDuty } from '#web/features/second-factor/second-factor-duty.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import css from './admin.module.css'

const TITLE = 'Moderation'
const LEAD = 'For the moderators and admins of this site.'

/** What moderators and admins work with, in sections. Everyone else learns that it is not theirs. */
export function Component() {
	const { section: slug } = useParams()
	const { status } = useSession()
	// Asked each time: a role counts from the next request
	const me = useRead(getMe, {}, { enabled: status === 'in' })
	const role = me.data?.user.role
	const due = me.data?.user.secondFactorDue
	const sections = role ? sectionsFor(role) : []
	const section = slug === undefined ? sections[0] : sections.find((candidate) => candidate.slug === slug)
	useHead({ title: section?.title ?? TITLE, description: LEAD })
	if (status === 'in' && me.error)
		return (
			<FailureScreen
				title={TITLE}
				sentence={getFailureMessage(me.error, getMe.config.failure)}
				error={me.error}
				onRetry={me.retry}
			/>
		)
	if (role && sections.length > 0 && !section)
		return (
			<NotFoundScreen title="Page Not Found">This section doesn’t exist, or your role can’t open it.</NotFoundScreen>
		)
	return (
		<>
			<PageHead title={section?.title ?? TITLE} lead={section?.lead ?? LEAD} />
			{status !== 'in' && (
				<div data-for="visitors">
					<Empty
						action={
							<Link className={buttonClass('main')} to={paths.login({ redirect: paths.admin(slug) })}>
								Login
							</Link>
						}
					>
						Log in to moderate.
					</Empty>
				</div>
			)}
			{status !== 'out' && (
				<div data-for="members">
					{!role && <SectionSkeleton />}
					{due && (
						<SecondFactorDuty
							due={due}
							action={
								<Link className={buttonClass('quiet')} to={paths.settings()}>
									Set It Up
								</Link>
							}
						/>
					)}
					{role && !section && !due && <Empty scene="shelf">Only moderators and admins can use this page.</Empty>}
					{section && me.data && (
						<div className={css.work}>
							<SectionIndex sections={sections} current={section} />
							<div className={css.section}>
								<ProofGate user={me.data.user}>
									<section.Section key={section.slug} />
								</ProofGate>
							</div>
						</div>
					)}
				</div>
			)}
		</>
	)
}
