import { createRandom, type Random } from '#art/random.ts'
import type { Content, DemoList, DemoReview } from './content.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Ages of a review in days: views between two of them are counted on the first. */
const SEEN_AFTER_DAYS = [0, 1, 2, 4, 8, 30, 120]

/** An action of a user, at a time in milliseconds since 1970. */
interface TimedAction {
	by: string
	at: number
}

/** A review's impressions and views on a UTC day. */
interface DailyViews {
	day: string
	impressions: number
	views: number
}

interface Words extends TimedAction {
	content: string
}

export interface CommentStory extends Words {
	containsSpoilers: boolean
	likes: TimedAction[]
	replies: Words[]
}

export interface ReviewStory {
	review: DemoReview
	at: number
	likes: TimedAction[]
	comments: CommentStory[]
	seen: DailyViews[]
}

export interface ListStory {
	list: DemoList
	at: number
	likes: TimedAction[]
	comments: CommentStory[]
}

/** The times of all activity; each part is in chronological order. */
export interface Timeline {
	joined: ReadonlyMap<string, number>
	follows: (TimedAction & { followed: string })[]
	reviews: ReviewStory[]
	lists: ListStory[]
}

/** Distributes the content over the days before `nowMs`. Deterministic. */
export function buildTimeline({ people, reviews, lists }: Content, nowMs: number): Timeline {
	const random = createRandom('demonstration')
	const before = (days: number) => Math.round(nowMs - days * DAY_MS - random.between(0.3, 22) * HOUR_MS)
	const joined = new Map(people.map(({ username, joinedDaysAgo }) => [username, before(joinedDaysAgo)]))
	const joinedAt = (username: string) => {
		const at = joined.get(username)
		if (at === undefined) throw new Error(`Nobody is called ${username}`)
		return at
	}
	const followers = new Map(
		people.map(({ username }) => [
			username,
			new Set(people.filter(({ follows }) => follows.includes(username)).map((person) => person.username)),
		]),
	)

	const repliesRandom = createRandom('replies')
	/** Each reply follows the one before it within hours, or within what is left of the time. */
	const replyTo = (from: number, replies: readonly (readonly [string, string])[]): Words[] => {
		let last = from
		return replies.map(([by, content]) => {
			last = Math.max(last, joinedAt(by))
			last += Math.min(repliesRandom.between(0.1, 5) * HOUR_MS, (nowMs - last) * repliesRandom.between(0.1, 0.5))
			return { by, content, at: Math.round(last) }
		})
	}

	const storyOf = (review: DemoReview): ReviewStory => {
		const at = before(review.daysAgo)
		const admirers = followers.get(review.by)
		// Followers of the author and earlier members are likely to come first
		const others = people
			.map(({ username }) => username)
			.filter((username) => username !== review.by)
			.map((username) => {
				const nearness = (admirers?.has(username) ? 4 : 1) * (joinedAt(username) < at ? 3 : 1)
				return { username, place: random.between(0, 1) ** nearness }
			})
			.sort((one, other) => one.place - other.place)
			.map(({ username }) => username)
		const liking = (from: number) => (username: string) => ({
			by: username,
			at: randomTimeAfter(Math.max(from, joinedAt(username)), nowMs, random),
		})
		const span = Math.min(nowMs - at, random.between(3, 90) * HOUR_MS)
		let last = at
		const comments = review.comments.map(([by, content, { replies = [], spoilers = false } = {}], place) => {
			const spread = at + (span * (place + random.between(0.2, 0.9))) / review.comments.length
			// Users who joined after the review found it later
			const met = joinedAt(by) + random.between(1, 20) * HOUR_MS
			last = Math.round(Math.min(Math.max(spread, last + MINUTE_MS, joinedAt(by) > at ? met : 0), nowMs - MINUTE_MS))
			const said = last
			const likes = others.filter((username) => username !== by).slice(0, Math.floor(random.between(0, 2.3) ** 2))
			return {
				by,
				content,
				at: said,
				containsSpoilers: spoilers,
				likes: likes.map(liking(said)),
				replies: replyTo(said, replies),
			}
		})
		const likes = others.slice(0, review.likes).map(liking(at))
		return {
			review,
			at,
			likes,
			comments,
			seen: toDailyViews(
				at,
				[...likes, ...comments, ...comments.flatMap(({ replies }) => replies)],
				admirers?.size ?? 0,
				nowMs,
				random,
			),
		}
	}

	const listsRandom = createRandom('lists')
	const storyOfList = (list: DemoList): ListStory => {
		const at = before(list.daysAgo)
		const timeOf = (by: string, from = at) => randomTimeAfter(Math.max(from, joinedAt(by)), nowMs, listsRandom)
		const others = people.map(({ username }) => username).filter((username) => username !== list.by)
		let last = at
		return {
			list,
			at,
			likes: others
				.map((by) => ({ by, place: listsRandom.between(0, 1) }))
				.sort((one, other) => one.place - other.place)
				.slice(0, list.likes ?? 0)
				.map(({ by }) => ({ by, at: timeOf(by) })),
			comments: (list.comments ?? []).map(([by, content, { replies = [], spoilers = false } = {}]) => {
				last = timeOf(by, last)
				return { by, content, at: last, containsSpoilers: spoilers, likes: [], replies: replyTo(last, replies) }
			}),
		}
	}

	const inTime = <T extends { at: number }>(things: T[]) => things.sort((one, other) => one.at - other.at)
	return {
		joined,
		follows: inTime(
			people.flatMap(({ username, follows }) =>
				follows.map((followed) => {
					const from = Math.max(joinedAt(username), joinedAt(followed))
					return { by: username, followed, at: Math.round(from + (nowMs - from) * random.between(0.01, 0.95) ** 3) }
				}),
			),
		),
		reviews: inTime(reviews.map(storyOf)),
		lists: inTime(lists.map(storyOfList)),
	}
}

/** Returns a random time after `from` and before now: mostly within days, sometimes much later. */
function randomTimeAfter(from: number, nowMs: number, random: Random): number {
	const meanDays = random.chance(0.2) ? 60 : 2.5
	const at = from - Math.log(1 - random.between(0, 1)) * meanDays * DAY_MS
	return Math.round(at < nowMs ? at : from + (nowMs - from) * random.between(0.05, 0.95))
}

/** Simulates daily views: more for new reviews with many likes and comments, each of which counts as a view. */
function toDailyViews(
	at: number,
	actions: readonly TimedAction[],
	admirers: number,
	nowMs: number,
	random: Random,
): DailyViews[] {
	const reach = 12 + 8 * actions.length + 2 * admirers
	const days: DailyViews[] = []
	const first = Math.floor(at / DAY_MS)
	const today = Math.floor(nowMs / DAY_MS)
	for (const [place, from] of SEEN_AFTER_DAYS.entries()) {
		const to = Math.min(SEEN_AFTER_DAYS[place + 1] ?? Number.POSITIVE_INFINITY, today - first + 1)
		if (from >= to) break
		const opened = actions.filter((action) => {
			const age = Math.floor(action.at / DAY_MS) - first
			return from <= age && age < to
		}).length
		// Starts at half of the reach per day, and halves about every six days
		const expected = reach * 4 * (Math.exp(-from / 8) - Math.exp(-to / 8))
		const impressions = opened + Math.floor(expected * random.between(0.6, 1.4) + random.between(0, 1))
		const views = Math.max(opened, Math.round(impressions * random.between(0.2, 0.5)))
		if (impressions > 0) days.push({ day: dayOf((first + from) * DAY_MS), impressions, views })
	}
	return days
}

function dayOf(at: number): string {
	return new Date(at).toISOString().slice(0, 10)
}
