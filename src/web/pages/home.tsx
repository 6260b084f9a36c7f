import { useContext } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isLoggedIn } from '#web/app/credentials.ts'
import { createLoader, preload, useReadPart } from '#web/app/data.tsx'
import { getFailureStatus } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { useSession } from '#web/app/session.tsx'
import { SiteContext } from '#web/app/site.ts'
import { PeriodTabs, parsePeriod } from '#web/features/games/period.tsx'
import { Hero, heroQuote, heroWall } from '#web/features/home/hero.tsx'
import { PopularGames, popularGames } from '#web/features/home/popular-games.tsx'
import { PopularProfiles, popularProfiles } from '#web/features/home/popular-profiles.tsx'
import { PopularReviews, popularReviews } from '#web/features/home/popular-reviews.tsx'
import css from './home.module.css'

const loadMemberHome = () => import('#web/features/home/member-home.tsx')

export const loader = createLoader(({ client, url }) => {
	const period = parsePeriod(url.searchParams, 'month')
	return preload(
		client,
		popularGames(period),
		popularReviews(period),
		popularProfiles(period),
		...(isLoggedIn() ? [] : [heroWall, heroQuote]),
	)
})

export function Component() {
	const { status } = useSession()
	const [search] = useSearchParams()
	const period = parsePeriod(search, 'month')
	const { module: member, hasFailed } = useLazyModule(loadMemberHome, status === 'in')
	const failure = [
		useReadPart(popularGames(period)),
		useReadPart(popularReviews(period)),
		useReadPart(popularProfiles(period)),
	].find(({ error }) => error !== null)?.error
	const { name, description } = useContext(SiteContext)
	useHead({
		title: name,
		description:
			description ??
			'Discover your next favorite game: reviews by players, popular games, and a place to record what you played.',
		path: paths.home(period === 'month' ? {} : { period }),
		status: failure ? getFailureStatus(failure) : 200,
		jsonLd: (absolute) => ({ '@type': 'WebSite', name, url: absolute('/') }),
		feed: paths.reviewsFeed(),
	})
	return (
		<>
			{status !== 'in' && <Hero />}
			{status !== 'out' && (
				<div className={css.member} data-for="members" aria-busy={!(member || hasFailed)}>
					<h1 className="visually-hidden">{name}</h1>
					{member && <member.MemberHome />}
				</div>
			)}
			<div className={css.periods} data-follows="">
				<PeriodTabs current={period} href={(to) => paths.home({ period: to })} />
			</div>
			<div className={css.columns} data-follows="">
				<PopularGames period={period} />
				<PopularReviews period={period} />
				<PopularProfiles period={period} />
			</div>
		</>
	)
}
