import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { paths } from '#contract/paths.ts'
import { removeSpoilerMarks } from '#contract/spoiler-spans.ts'
import type { PublicUser } from '#contract/users.ts'
import type { YearInReview } from '#contract/year.ts'
import { formatDay, formatMonth, pluralize, releaseYear } from '#web/app/format.ts'
import { formatMinutes } from '#web/features/diary/diary-months.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Plate } from './plate.tsx'
import { RatingColumns } from './rating-columns.tsx'
import css from './year-plates.module.css'
import { countRest, sumUpYear } from './year-words.ts'

interface YearPlatesProps {
	user: Pick<PublicUser, 'username'>
	year: number
	review: YearInReview
	/** What one can do with the page, at its end. */
	actions: ReactNode
}

/** The plates of a year that has games in it, each in the colors of another of its covers. A plate without data is left out. */
export function YearPlates({ user, year, review, actions }: YearPlatesProps) {
	const { covers, first, last, months, ratingCounts, best, longest, shortest, oldest, abandoned } = review
	const groundOf = (index: number) => covers[index % covers.length]?.cover ?? null
	return (
		<div className={css.plates}>
			<Plate ground={groundOf(0)}>
				<Link to={paths.stats(user.username, { year })} className={css.back}>
					{user.username}’s stats of {year}
				</Link>
				<h1 className={css.title}>
					{user.username}, <span className={css.year}>{year}</span>
				</h1>
				<p className={css.sum}>
					{sumUpYear(review)}
					{review.isSoFar && ' so far'}
				</p>
				<Fan games={covers} />
			</Plate>
			{first && (
				<Plate ground={groundOf(1)} title={last && last.day !== first.day ? 'First and Last' : 'The First'}>
					<div className={css.pair}>
						<OnDay label="The year began with" on={first} />
						{last && last.day !== first.day && (
							<OnDay label={review.isSoFar ? 'and came to' : 'and ended with'} on={last} />
						)}
					</div>
				</Plate>
			)}
			{months.some(({ count }) => count > 0) && (
				<Plate ground={groundOf(2)} title="Twelve Months">
					<Months months={months} />
				</Plate>
			)}
			{ratingCounts.some((count) => count > 0) && (
				<Plate ground={groundOf(3)} title="The Stars">
					<div className={css.pair}>
						<RatingChart label={String(year)} counts={ratingCounts} />
						<RatingChart label="All years" counts={review.allRatingCounts} />
					</div>
				</Plate>
			)}
			{best && (
				<Plate ground={groundOf(0)} title="The One">
					<Best best={best} />
				</Plate>
			)}
			{(longest || shortest || oldest || abandoned.length > 0) && (
				<Plate ground={groundOf(4)} title="The Record">
					<ul className={css.records}>
						{longest && <Record label="Longest" game={longest.game} value={formatMinutes(longest.minutes)} />}
						{shortest && <Record label="Shortest" game={shortest.game} value={formatMinutes(shortest.minutes)} />}
						{oldest && (
							<Record label="Oldest" game={oldest} value={oldest.releaseDate ? releaseYear(oldest.releaseDate) : ''} />
						)}
						{abandoned.map((game) => (
							<Record key={game.id} label="Left for good" game={game} value="" />
						))}
					</ul>
				</Plate>
			)}
			<footer className={css.actions}>{actions}</footer>
		</div>
	)
}

/** A cover that leads to its game and has its menu. */
function LinkedCover({ game, sizes, eager = false }: { game: GameRef; sizes: string; eager?: boolean }) {
	return (
		<CoverWithMenu game={game}>
			<Link to={paths.game(game.id)} title={game.name} className={css.cover}>
				<GameCover game={game} sizes={sizes} decorative={false} eager={eager} />
			</Link>
		</CoverWithMenu>
	)
}

function Fan({ games }: { games: readonly GameRef[] }) {
	return (
		<ul className={css.fan} aria-label="The best of the year" data-count={games.length}>
			{games.map((game) => (
				<li key={game.id}>
					<LinkedCover game={game} sizes="(min-width: 1600px) 280px, 20vw" eager />
				</li>
			))}
		</ul>
	)
}

function OnDay({ label, on: { game, day } }: { label: string; on: NonNullable<YearInReview['first']> }) {
	return (
		<div className={css.onDay}>
			<LinkedCover game={game} sizes="160px" />
			<p>
				<span className={css.label}>{label}</span>
				<Link to={paths.game(game.id)} className={css.name}>
					{game.name}
				</Link>
				<time dateTime={day} className={css.label}>
					{formatDay(day)}
				</time>
			</p>
		</div>
	)
}

function Months({ months }: { months: YearInReview['months'] }) {
	return (
		<ol className={css.months}>
			{months.map((month) => (
				<li key={month.month}>
					<h3>
						<span aria-hidden="true">{formatMonth(`${month.month}-01`).slice(0, 3)}</span>
						<span className="visually-hidden">
							{formatMonth(`${month.month}-01`)}: {pluralize(month.count, 'game')} finished
						</span>
					</h3>
					<ul>
						{month.games.map((game) => (
							<li key={game.id}>
								<Link to={paths.game(game.id)} title={game.name} className={css.cover}>
									<GameCover game={game} sizes="(min-width: 700px) 90px, 44px" decorative={false} />
								</Link>
							</li>
						))}
					</ul>
					{countRest(month) && (
						<p className={css.rest} aria-hidden="true">
							{countRest(month)}
						</p>
					)}
				</li>
			))}
		</ol>
	)
}

function RatingChart({ label, counts }: { label: string; counts: readonly number[] }) {
	return (
		<div>
			<h3 className={css.label}>{label}</h3>
			<RatingColumns label={`Ratings by stars, ${label}`} counts={counts} />
		</div>
	)
}

function Best({ best: { game, rating, minutes, reviewId, excerpt } }: { best: NonNullable<YearInReview['best']> }) {
	return (
		<div className={css.best}>
			<LinkedCover game={game} sizes="(min-width: 700px) 320px, 60vw" />
			<div className={css.praise}>
				<Link to={paths.game(game.id)} className={css.name}>
					{game.name}
				</Link>
				{rating !== null && <Stars rating={rating} size={28} />}
				{minutes !== null && minutes > 0 && <p className={css.label}>{formatMinutes(minutes)}</p>}
				{reviewId !== null && excerpt && (
					<blockquote className={css.quote}>
						<Link to={paths.review(reviewId)}>{removeSpoilerMarks(excerpt)}</Link>
					</blockquote>
				)}
			</div>
		</div>
	)
}

function Record({ label, game, value }: { label: string; game: GameRef; value: string }) {
	return (
		<li>
			<p className={css.label}>{label}</p>
			<LinkedCover game={game} sizes="140px" />
			<Link to={paths.game(game.id)} className={css.recordName}>
				{game.name}
			</Link>
			{value && <p className={css.label}>{value}</p>}
		</li>
	)
}
