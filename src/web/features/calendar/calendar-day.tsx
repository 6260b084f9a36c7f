import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UpcomingGame } from '#contract/calendar.ts'
import { paths } from '#contract/paths.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import card from '#web/ui/card.module.css'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './calendar-day.module.css'
import { type CalendarDay, dayHeading } from './calendar-days.ts'
import { WishButton } from './wish-button.tsx'

const MAX_PLATFORMS = 3

/** The days of a calendar. */
export function CalendarDays({ children }: { children: ReactNode }) {
	return <div className={css.days}>{children}</div>
}

interface CalendarDaySectionProps {
	day: CalendarDay
	isToday: boolean
	/** Whether its covers load at once. */
	isFirst: boolean
}

/** A day of the calendar with its games. */
export function CalendarDaySection({ day: { date, games }, isToday, isFirst }: CalendarDaySectionProps) {
	const id = `day-${date}`
	return (
		<section className={css.day} data-single={games.length === 1} aria-labelledby={id}>
			<h2 id={id} className={css.heading}>
				{date.length === 10 ? <time dateTime={date}>{dayHeading(date)}</time> : dayHeading(date)}
				{isToday && <span className={css.today}>Today</span>}
			</h2>
			<ul className={css.games}>
				{games.map((game, index) => (
					<li key={game.id}>
						<CalendarGame game={game} isEager={isFirst && index < 6} />
					</li>
				))}
			</ul>
		</section>
	)
}

function CalendarGame({ game, isEager }: { game: UpcomingGame; isEager: boolean }) {
	const { platforms } = game
	const more = platforms.length - MAX_PLATFORMS
	return (
		<article className={css.game}>
			<div className={css.cover}>
				<CoverWithMenu game={game}>
					<GameCover game={game} sizes="88px" eager={isEager} />
				</CoverWithMenu>
			</div>
			<div className={css.facts}>
				<h3 className={css.name}>
					<Link to={paths.game(game.id)} className={card.link}>
						{getGameName(game)}
					</Link>
				</h3>
				{game.developers[0] && <p className={css.fact}>{game.developers[0]}</p>}
				{platforms.length > 0 && (
					<p className={css.fact}>
						{platforms.slice(0, MAX_PLATFORMS).map(shortPlatformName).join(', ')}
						{more > 0 && ` +${more} more`}
					</p>
				)}
				<div className={css.wish}>
					<WishButton game={game} />
				</div>
			</div>
		</article>
	)
}

/** Stands in for the days of a month while they load. */
export function CalendarSkeleton() {
	return (
		<ul className={css.games} aria-busy="true" aria-label="Loading the calendar">
			{Array.from({ length: 12 }, (_, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity and never move
				<li key={index} className={css.game}>
					<div className={css.cover}>
						<Skeleton shape="cover" />
					</div>
					<div className={css.facts}>
						<Skeleton shape="short" />
						<Skeleton shape="short" />
					</div>
				</li>
			))}
		</ul>
	)
}
