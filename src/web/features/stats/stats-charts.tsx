import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { paths } from '#contract/paths.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import type { Stats } from '#contract/stats.ts'
import { formatMonth, pluralize } from '#web/app/format.ts'
import { formatMinutes } from '#web/features/diary/diary-months.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { BarList } from './bar-list.tsx'
import { ColumnChart } from './column-chart.tsx'
import { RatingColumns } from './rating-columns.tsx'
import css from './stats-charts.module.css'

/** The figures of a library as charts and lists; what has nothing in it is left out. */
export function StatsCharts({ username, stats }: { username: string; stats: Stats }) {
	const { ratingCounts, byYearOfRelease, months, genres, platforms, developers, mostPlayed, topRated } = stats
	const library = (query: Record<string, string>) => paths.library(username, query)
	return (
		<div className={css.charts}>
			<Part title="By Stars" isShown={stats.averageRating !== null}>
				<RatingColumns label="Ratings by stars" counts={ratingCounts} />
			</Part>
			<Part title="By Year of Release" isShown={byYearOfRelease.length > 1}>
				<YearsOfRelease years={byYearOfRelease} />
			</Part>
			<Part title="By Month" isShown={months.some(({ minutes }) => minutes > 0)}>
				<ColumnChart
					label="Time played by month"
					ends={[formatMonth(`${months[0]?.month}-01`), formatMonth(`${months.at(-1)?.month}-01`)]}
					columns={months.map(({ month, minutes, finished }) => ({
						name: month,
						value: minutes,
						text: `${formatMonth(`${month}-01`)}: ${formatMinutes(minutes)}, ${finished} finished`,
					}))}
				/>
			</Part>
			<Part title="Genres" isShown={genres.length > 0}>
				<BarList bars={genres.slice(0, 10).map((genre) => ({ ...genre, href: library({ genre: genre.name }) }))} />
			</Part>
			<Part title="Platforms" isShown={platforms.length > 0}>
				<BarList
					bars={platforms.slice(0, 10).map(({ name, ...rest }) => ({
						...rest,
						name: shortPlatformName(name),
						href: library({ platform: name }),
					}))}
				/>
			</Part>
			<Part title="Studios" isShown={developers.length > 0}>
				<BarList bars={developers.slice(0, 10)} />
			</Part>
			<Part title="Most Played" isShown={mostPlayed.length > 0}>
				<BarList
					format={formatMinutes}
					bars={mostPlayed.map(({ game, minutes }) => ({ name: game.name, count: minutes, href: paths.game(game.id) }))}
				/>
			</Part>
			<Part title="Rated Highest" isShown={topRated.length > 0}>
				<Covers games={topRated} />
			</Part>
		</div>
	)
}

function Part({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) {
	if (!isShown) return null
	return (
		<section className={css.part}>
			<h2>{title}</h2>
			{children}
		</section>
	)
}

/** Every year from the first to the last, also those without a game. */
function YearsOfRelease({ years }: { years: Stats['byYearOfRelease'] }) {
	const [first = 0, last = 0] = [years[0]?.year, years.at(-1)?.year]
	const counts = new Map(years.map(({ year, count }) => [year, count]))
	return (
		<ColumnChart
			label="Games by year of release"
			ends={[String(first), String(last)]}
			columns={Array.from({ length: last - first + 1 }, (_, index) => ({
				name: String(first + index),
				value: counts.get(first + index) ?? 0,
				text: `${first + index}: ${pluralize(counts.get(first + index) ?? 0, 'game')}`,
			}))}
		/>
	)
}

function Covers({ games }: { games: readonly GameRef[] }) {
	return (
		<ul className={css.covers}>
			{games.map((game) => (
				<li key={game.id}>
					<CoverWithMenu game={game}>
						<Link to={paths.game(game.id)} title={game.name}>
							<GameCover game={game} sizes="72px" decorative={false} />
						</Link>
					</CoverWithMenu>
				</li>
			))}
		</ul>
	)
}
