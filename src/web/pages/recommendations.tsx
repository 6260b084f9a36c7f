import { Link } from 'react-router'
import { LOG_IN_TO_KEEP_TRACK } from '#contract/library-entry.ts'
import { paths } from '#contract/paths.ts'
import { listRecommendations } from '#contract/recommendations.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { RecommendedGames, RecommendedGamesSkeleton } from '#web/features/recommendations/recommended-games.tsx'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'
import { FailureScreen } from '#web/layout/failure-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const TITLE = 'For You'
const SKELETONS = 12

/** The games that the viewer may like, with the reasons. */
export function Component() {
	const { status } = useSession()
	useHead({ title: TITLE })
	const { data, error, retry } = useRead(listRecommendations, {}, { enabled: status === 'in' })
	if (status === 'out') return <LoginRedirect message={LOG_IN_TO_KEEP_TRACK} />
	if (!data && error)
		return (
			<FailureScreen
				title={TITLE}
				sentence={getFailureMessage(error, listRecommendations.config.failure)}
				error={error}
				onRetry={retry}
			/>
		)
	return (
		<div data-for="members">
			<PageHead title={TITLE} lead="Games you don’t have yet, chosen by what you love.">
				<Link className={buttonClass('quiet')} to={paths.next()}>
					What to Play Next
				</Link>
			</PageHead>
			{data ? (
				<RecommendedGames recommendations={data} layout="wall" heading="h2" />
			) : (
				<RecommendedGamesSkeleton count={SKELETONS} layout="wall" />
			)}
		</div>
	)
}
