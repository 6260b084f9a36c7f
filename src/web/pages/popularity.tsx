import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { getPopularGames } from '#contract/games.ts'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { getPopularity, RECORDED_DAYS, RECORDED_PLACES, WINDOW_DAYS } from '#contract/popularity.ts'
import type { Period } from '#contract/shapes.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { createLoader, preload, read, useRead } from '#web/app/data.tsx'
import { getFailureMessage, getFailureStatus, getReadFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount, formatDay } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import { PeriodTabs, parsePeriod } from '#web/features/games/period.tsx'
import { DEFAULT_RANKING_PERIOD } from '#web/features/games/ranking.ts'
import { DayForm } from '#web/features/popularity/day-form.tsx'
import { PastGames, pastGamesInput, usePastGames } from '#web/features/popularity/past-games.tsx'
import { PeriodSum, RankingRules } from '#web/features/popularity/ranking-rules.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './popularity.module.css'

/** Parses the URL: the day as it is given, whose ranking the server finds or refuses, and the period. */
function parseParams(search: URLSearchParams) {
	return { asOf: search.get('asOf') || undefined, period: parsePeriod(search, DEFAULT_RANKING_PERIOD) }
}

export const loader = createLoader(async ({ client, url }) => {
	const { asOf, period } = parseParams(url.searchParams)
	const ofDay = read(getPopularGames, pastGamesInput(asOf, period))
	await preload(client, read(getPopularity, {}), ofDay)
	if (client.getQueryState(ofDay.queryKey)?.error)
		await preload(client, read(getPopularGames, pastGamesInput(undefined, period)))
})

/** How rankings are counted, and the games that were popular on a day. */
export function Component() {
	const [search] = useSearchParams()
	const { asOf, period } = parseParams(search)
	const { data: days, error: daysError, retry: retryDays } = useRead(getPopularity, {})
	const ofDay = usePastGames(asOf, period)
	// A day that the server refuses is a mistake in the field, and the games are today's
	const refusal = ofDay.error?.status === 400 || ofDay.error?.status === 404 ? ofDay.error : null
	const { data, error, isFetching, retry } = usePastGames(refusal ? undefined : asOf, period)
	const failure = error
		? getReadFailureMessage(error, getPopularGames.config.failure)
		: daysError && getReadFailureMessage(daysError, getPopularity.config.failure)
	useHead({
		title: 'Popularity',
		description: 'How this site counts which games, reviews and people are popular, and what it counted on any day.',
		path: paths.popularity(),
		status: ofDay.error ? getFailureStatus(ofDay.error) : 200,
	})
	return (
		<>
			<PageHead
				title="Popularity"
				lead="Counted in the open: the games of any day, and the rules behind every ranking."
			/>
			<section className={css.day} aria-labelledby="day">
				<h2 id="day" tabIndex={-1}>
					{describeDays((refusal ? undefined : asOf) ?? days?.today, period)}
				</h2>
				<div className={css.choices}>
					<DayForm
						days={days}
						day={asOf}
						period={period}
						problem={refusal ? explainRefusal(refusal, days?.firstDay) : undefined}
						className={css.field}
					/>
					<PeriodTabs
						current={period}
						href={(to) => paths.popularity({ asOf, period: to === DEFAULT_RANKING_PERIOD ? undefined : to })}
					/>
				</div>
				{failure && (
					<>
						<Notice kind="bad" message={failure} />
						<TryAgain
							onRetry={() => {
								if (error) retry()
								if (daysError) retryDays()
							}}
						/>
					</>
				)}
				{!error && <PastGames games={data} period={period} isLoading={isFetching} />}
			</section>
			<Rules />
		</>
	)
}

/** Says why a day has no ranking, and from which day on there are some. */
function explainRefusal(error: ApiError, firstDay: string | undefined): string {
	const message = getFailureMessage(error, getPopularGames.config.failure)
	return error.status === 404 && firstDay ? `${message}. The first day is ${formatDay(firstDay)}.` : message
}

/** Names the days that a ranking counts, for a title. */
function describeDays(day: string | undefined, period: Period): string {
	if (day === undefined || Number.isNaN(Date.parse(day))) return 'Popular games'
	const last = formatDay(day)
	return period === 'all'
		? `Popular games up to ${last}`
		: `Popular games in the ${WINDOW_DAYS[period]} days to ${last}`
}

function Rules() {
	return (
		<div className={css.rules}>
			<Rule title="The periods">
				<p>
					This Week means the last {WINDOW_DAYS.week} days, This Month the last {WINDOW_DAYS.month}, This Year the last{' '}
					{WINDOW_DAYS.year}, and All Time every day. Days begin at midnight UTC, and today is one of them. With{' '}
					<var>r</var>
					<sub>i</sub> for the count of the day <var>i</var> days ago and <var>w</var> = {WINDOW_DAYS.week},{' '}
					{WINDOW_DAYS.month} or {WINDOW_DAYS.year}, a period counts
				</p>
				<PeriodSum />
			</Rule>
			<Rule title="Popular games">
				<p>Games are sorted by these, each deciding where all before it are equal:</p>
				<RankingRules subject="games" />
			</Rule>
			<Rule title="Popular reviews">
				<p>Reviews are sorted the same way. Reviews without likes and comments in the period are left out.</p>
				<RankingRules subject="reviews" />
			</Rule>
			<Rule title="Popular people">
				<p>People are sorted by how often their reviews were seen. People whose reviews no one saw are left out.</p>
				<RankingRules subject="users" />
			</Rule>
			<Rule title="Seen">
				<p>
					A review is seen once per reader and day. Its author and robots don’t count, and neither do more than{' '}
					{LIMITS.visitorsPerAddress} visitors from one network address.
				</p>
			</Rule>
			<Rule title="Past days">
				<p>
					When a day ends, the first {formatCount(RECORDED_PLACES)} places of each ranking are recorded as they are, and
					kept for {formatCount(RECORDED_DAYS)} days. Posts, games and people that have been deleted or hidden since are
					left out. Programs read the same with “asOf”: see the{' '}
					<Link to={paths.apiDocs()} reloadDocument>
						API documentation
					</Link>
					.
				</p>
			</Rule>
		</div>
	)
}

function Rule({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section>
			<h2>{title}</h2>
			{children}
		</section>
	)
}
