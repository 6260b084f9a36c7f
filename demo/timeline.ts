import { createRandom, type Random } from '#art/random.ts'
import type { Content, DemoList, DemoReview } from './content.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Days of a review's age: what was seen from one of them to the next is counted on the first. */
const SEEN_AFTER_DAYS = [0, 1, 2, 4, 8, 30, 120]

/** Something that somebody did, at a time in milliseconds since 1970. */
interface TimedAction {
	by: string
	at: number
}

/** How often a review was seen on a UTC day, and how often opened. */
interface DailyViews {
	day: string
	impressions: number
	views: number
}

export interface ReviewStory {
	review: DemoReview
	at: number
	likes: TimedAction[]
	comments: (TimedAction & { content: string; likes: TimedAction[] })[]
	seen: DailyViews[]
}

/** When what happened; each part is in the order of time. */
export interface Timeline {
	joined: ReadonlyMap<string, number>
	follows: (TimedAction & { followed: string })[]
	reviews: ReviewStory[]
	lists: { list: DemoList; at: number }[]
}

/** The content on the days before `nowMs` on which it happened, with the same chances in every run. */
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

	const storyOf = (review: DemoReview): ReviewStory => {
		const at = before(review.daysAgo)
		const admirers = followers.get(review.by)
		// Who follows the author, and who was there already, comes first
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
		const comments = review.comments.map(([by, content], place) => {
			const spread = at + (span * (place + random.between(0.2, 0.9))) / review.comments.length
			// Whoever joined later came upon it later
			const met = joinedAt(by) + random.between(1, 20) * HOUR_MS
			last = Math.round(Math.min(Math.max(spread, last + MINUTE_MS, joinedAt(by) > at ? met : 0), nowMs - MINUTE_MS))
			const said = last
			const likes = others.filter((username) => username !== by).slice(0, Math.floor(random.between(0, 2.3) ** 2))
			return { by, content, at: said, likes: likes.map(liking(said)) }
		})
		const likes = others.slice(0, review.likes).map(liking(at))
		return {
			review,
			at,
			likes,
			comments,
			seen: toDailyViews(at, [...likes, ...comments], admirers?.size ?? 0, nowMs, random),
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
		lists: inTime(lists.map((list) => ({ list, at: before(list.daysAgo) }))),
	}
}

/** Mostly within days, at times much later, always before now. */
function randomTimeAfter(from: number, nowMs: number, random: Random): number {
	const meanDays = random.chance(0.2) ? 60 : 2.5
	const at = from - Math.log(1 - random.between(0, 1)) * meanDays * DAY_MS
	return Math.round(at < nowMs ? at : from + (nowMs - from) * random.between(0.05, 0.95))
}

/** The newer a review and the more people liked it and answered, the more see it; whoever did has opened it. */
function toDailyViews(
	at: number,
	deeds: readonly TimedAction[],
	admirers: number,
	nowMs: number,
	random: Random,
): DailyViews[] {
	const reach = 12 + 8 * deeds.length + 2 * admirers
	const days: DailyViews[] = []
	const first = Math.floor(at / DAY_MS)
	const today = Math.floor(nowMs / DAY_MS)
	for (const [place, from] of SEEN_AFTER_DAYS.entries()) {
		const to = Math.min(SEEN_AFTER_DAYS[place + 1] ?? Number.POSITIVE_INFINITY, today - first + 1)
		if (from >= to) break
		const opened = deeds.filter((deed) => {
			const age = Math.floor(deed.at / DAY_MS) - first
			return from <= age && age < to
		}).length
		// At first half of its reach sees it in a day, and half as many again and again within six days
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
