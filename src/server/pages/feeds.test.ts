import { expect, test } from 'vitest'
import { buildAtomFeed } from './feeds.ts'

const ORIGIN = 'https://savepoint.example'
const feed = { title: 'Newest', self: `${ORIGIN}/feeds/reviews.atom`, page: `${ORIGIN}/reviews`, origin: ORIGIN }

test("a review's text is escaped in the feed", () => {
	const atom = buildAtomFeed({ ...feed, reviews: [review({ description: 'a < b & "c" </content><script>' })] })

	expect(atom).toContain('<content type="text">a &lt; b &amp; &quot;c&quot; &lt;/content&gt;&lt;script&gt;</content>')
})

test('what XML cannot contain is replaced in a feed, as in texts of before they were refused', () => {
	const atom = buildAtomFeed({ ...feed, reviews: [review({ description: 'a\uffffb\u0001c\ud800d \u{1f600}' })] })

	expect(atom).toContain('<content type="text">a\ufffdb\ufffdc\ufffdd \u{1f600}</content>')
})

test('the time of a feed is that of its newest entry', () => {
	const reviews = [review({ updatedAt: '2026-11-21T10:00:00.000Z' }), review({ updatedAt: '2026-11-21T12:00:00.000Z' })]

	expect(buildAtomFeed({ ...feed, reviews })).toMatch(/<\/id><updated>2026-11-21T12:00:00.000Z<\/updated>/)
	expect(buildAtomFeed({ ...feed, reviews: [] })).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
})

function review(facts: { description?: string; updatedAt?: string }) {
	const game = { id: 1, name: 'Outer Wilds', cover: null, releaseDate: null, developers: [] }
	const userId = '01a1fc87-7c78-728a-a8d7-0e3bba3f5af4'
	const counts = {
		likes: 0,
		views: 0,
		impressions: 0,
		weeklyImpressions: 0,
		monthlyImpressions: 0,
		yearlyImpressions: 0,
	}
	const stats = { weeklyStats: { count: 0 }, monthlyStats: { count: 0 }, yearlyStats: { count: 0 }, commentCount: 0 }
	return {
		id: userId,
		gameId: 1,
		game,
		userId,
		username: 'ada',
		user: { id: userId, username: 'ada', profilePicture: null },
		rating: 4.5,
		platform: 'PC',
		containsSpoilers: false,
		isHidden: false,
		mentions: [],
		timePlayed: null,
		description: 'Ten good words',
		liked: false,
		hasLiked: false,
		createdAt: '2026-11-21T09:00:00.000Z',
		updatedAt: '2026-11-21T09:00:00.000Z',
		...counts,
		...stats,
		...facts,
	}
}
