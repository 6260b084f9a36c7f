import { Link } from 'react-router'
import { LOG_IN_TO_KEEP_TRACK } from '#contract/library-entry.ts'
import { paths } from '#contract/paths.ts'
import { listUnmatched } from '#contract/play-reports.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { GamesToMatch } from '#web/features/play-reports/games-to-match.tsx'
import { ReportingPrograms } from '#web/features/play-reports/reporting-programs.tsx'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const TITLE = 'Play Time'

/** The programs that report the viewer's play time, and the games that they named and that wait to be matched. */
export function Component() {
	const { status } = useSession()
	useHead({ title: TITLE })
	const { data, error, retry } = useRead(listUnmatched, {}, { enabled: status === 'in', refetchOnMount: 'always' })
	if (status === 'out') return <LoginRedirect message={LOG_IN_TO_KEEP_TRACK} />
	if (!data && error)
		return (
			<FailureScreen
				title={TITLE}
				sentence={getFailureMessage(error, listUnmatched.config.failure)}
				error={error}
				onRetry={retry}
			/>
		)
	return (
		<div data-for="members">
			<PageHead title={TITLE} lead="Sessions that your launchers and scripts report." />
			{!data ? (
				<Skeleton shape="block" />
			) : data.clients.length === 0 ? (
				<Empty
					action={
						<Link className={buttonClass('main')} to={paths.settings()}>
							Create a Token
						</Link>
					}
				>
					No program has reported play time yet. Create an API token for “Play time” in Settings and give it to your
					launcher or script; the <a href="/api/docs#play-sessions">API documentation</a> has the calls.
				</Empty>
			) : (
				<>
					<GamesToMatch games={data.games} totalCount={data.totalCount} />
					<ReportingPrograms clients={data.clients} />
				</>
			)}
		</div>
	)
}
