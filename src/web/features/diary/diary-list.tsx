import { Link } from 'react-router'
import type { DiaryItem } from '#contract/diary.ts'
import type { DiaryDays } from '#contract/diary-days.ts'
import { paths } from '#contract/paths.ts'
import { formatDay, formatMonth } from '#web/app/format.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { StatusMark } from '#web/features/library-entry/status-mark.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { DayDots } from './day-dots.tsx'
import css from './diary-list.module.css'
import { type DiaryMonth, describeItem, formatMonthSum, groupByMonth, isJudgment, markDays } from './diary-months.ts'

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

interface DiaryListProps {
	items: readonly DiaryItem[]
	/** Undefined until it has loaded. */
	calendar: DiaryDays | undefined
}

/** What somebody played, month by month and day by day, the latest first. */
export function DiaryList({ items, calendar }: DiaryListProps) {
	return (
		<div className={css.diary}>
			{groupByMonth(items).map((month) => (
				<Month key={month.month} month={month} marks={markDays(month, calendar)} />
			))}
		</div>
	)
}

function Month({ month, marks }: { month: DiaryMonth; marks: ReturnType<typeof markDays> }) {
	const name = formatMonth(`${month.month}-01`)
	return (
		<section aria-label={name}>
			<header className={css.month}>
				<h2>{name}</h2>
				<p>{formatMonthSum(month)}</p>
				<DayDots marks={marks} />
			</header>
			<ol>
				{month.days.map(({ day, items }) => (
					<li key={day} className={css.day}>
						<p className={css.date}>
							<time dateTime={day} title={formatDay(day)}>
								<span className={css.figure}>{Number(day.slice(8))}</span> {weekday.format(new Date(day))}
							</time>
						</p>
						<ul className={css.items}>
							{items.map((item) => (
								<li key={`${item.kind} ${item.game.id} ${item.playId ?? item.reviewId}`}>
									<Row item={item} />
								</li>
							))}
						</ul>
					</li>
				))}
			</ol>
		</section>
	)
}

/** The mark of the status that the game got, or has while it is played. */
const markOf = ({ kind, outcome }: DiaryItem) =>
	kind === 'ended' ? (outcome ?? 'played') : kind === 'reviewed' ? 'played' : 'playing'

function Row({ item }: { item: DiaryItem }) {
	const { game, rating, reviewId, isReplay } = item
	return (
		<article className={css.row}>
			<div className={css.cover}>
				<CoverWithMenu game={game}>
					<GameCover game={game} sizes="44px" />
				</CoverWithMenu>
			</div>
			<p className={css.game}>
				<Link to={paths.game(game.id)}>{game.name}</Link>
				{isReplay && (
					<span className={css.again} title="Again">
						<span aria-hidden="true">↻</span>
						<span className="visually-hidden">, again</span>
					</span>
				)}
			</p>
			<p className={css.deed} data-now={markOf(item) === 'playing'}>
				<StatusMark status={markOf(item)} />
				{reviewId === null ? describeItem(item) : <Link to={paths.review(reviewId)}>{describeItem(item)}</Link>}
			</p>
			{rating !== null && isJudgment(item) && (
				<p className={css.stars}>
					<Stars rating={rating} size={14} />
				</p>
			)}
		</article>
	)
}
