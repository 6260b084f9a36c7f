import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { listUpcomingGames, type UpcomingPage } from '#contract/calendar.ts'
import { paths } from '#contract/paths.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { getFailureStatus, getReadFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { createItemList } from '#web/app/item-list.ts'
import { CalendarBar, MonthLinks } from '#web/features/calendar/calendar-bar.tsx'
import { CalendarDaySection, CalendarDays, CalendarSkeleton } from '#web/features/calendar/calendar-day.tsx'
import { groupByDay, monthTitle } from '#web/features/calendar/calendar-days.ts'
import { calendarPath, parseCalendarUrl, type ShownCalendar } from '#web/features/calendar/calendar-url.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

const gamesOf = (page: UpcomingPage) => page.games

function toInput({ month, from, platform, genre, cursor }: ShownCalendar) {
	return {
		query: {
			...(month !== undefined && { month }),
			...(from !== undefined && { from }),
			...(platform.length > 0 && { platform: [...platform] }),
			...(genre.length > 0 && { genre: [...genre] }),
			...(cursor !== undefined && { cursor }),
		},
	}
}

export const loader = createLoader(({ client, url }) =>
	preload(client, readPages(listUpcomingGames, toInput(parseCalendarUrl(url.searchParams)))),
)

/** The games that come out in a month, day by day. */
export function Component() {
	const [search] = useSearchParams()
	const shown = parseCalendarUrl(search)
	const list = useReadPages(listUpcomingGames, toInput(shown), gamesOf)
	const { rows, error, next, first } = list
	// The bar stays as it is while another month loads
	const latest = useRef(first)
	useEffect(() => {
		if (first) latest.current = first
	})
	const known = first ?? latest.current
	const month = shown.month ?? known?.month
	const isFiltered = shown.platform.length + shown.genre.length > 0
	const title = month ? monthTitle(month) : 'Upcoming Games'
	useHead({
		title: month ? `Games in ${title}` : title,
		description: `Video games by release date, day by day${month ? `, in ${title}` : ''}: platforms, genres and a calendar to subscribe to.`,
		path: paths.upcoming({ month: shown.month }),
		isVariant: isFiltered || shown.from !== undefined || shown.cursor !== undefined,
		status: error && !rows ? getFailureStatus(error) : 200,
		jsonLd: (absolute) =>
			createItemList(
				absolute,
				rows?.map(({ id, name }) => ({ name, path: paths.game(id) })),
				{
					name: `Games in ${title}`,
					first: 1,
				},
			),
	})
	return (
		<>
			<PageHead
				title={title}
				lead={month?.length === 4 ? 'Games that come out this year, month unknown.' : 'Games by release day.'}
			>
				{month && <MonthLinks shown={shown} month={month} />}
			</PageHead>
			{month && <CalendarBar shown={shown} month={month} today={known?.today} facets={known?.facets ?? undefined} />}
			<PagedList
				list={list}
				getMessage={(error) => getReadFailureMessage(error, listUpcomingGames.config.failure)}
				nextHref={next && 'cursor' in next ? calendarPath({ ...shown, cursor: next.cursor }) : null}
				skeleton={<CalendarSkeleton />}
				empty={
					<Empty scene="seed">
						{isFiltered ? `No games in ${title} with these filters.` : `No games in ${title} yet.`}
					</Empty>
				}
				skip="Skip the games"
				onRestart={shown.cursor ? () => window.location.assign(calendarPath({ ...shown, cursor: undefined })) : null}
			>
				{(games) => (
					<CalendarDays>
						{groupByDay(games).map((day, index) => (
							<CalendarDaySection key={day.date} day={day} isToday={day.date === known?.today} isFirst={index === 0} />
						))}
					</CalendarDays>
				)}
			</PagedList>
		</>
	)
}
