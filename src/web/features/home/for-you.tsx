import { paths } from '#contract/paths.ts'
import { listRecommendations } from '#contract/recommendations.ts'
import { useRead } from '#web/app/data.tsx'
import { RecommendedGames, RecommendedGamesSkeleton } from '#web/features/recommendations/recommended-games.tsx'
import { Section } from './section.tsx'

const SHOWN = 6

/** The first games that the viewer may like. */
export function ForYou() {
	const { data, error, retry } = useRead(listRecommendations, {})
	return (
		<Section
			title="For You"
			{...((data?.games.length ?? 0) > SHOWN && { more: { to: paths.recommendations(), label: 'View All' } })}
			error={error}
			failure={listRecommendations.config.failure}
			onRetry={retry}
			// It has a skeleton of its own
			isLoaded={data !== undefined || error === null}
			empty={null}
		>
			{data ? (
				<RecommendedGames recommendations={data} most={SHOWN} layout="strip" heading="h3" />
			) : (
				<RecommendedGamesSkeleton count={SHOWN} layout="strip" />
			)}
		</Section>
	)
}
