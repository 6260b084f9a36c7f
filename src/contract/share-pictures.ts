import type { GameDetail } from './games.ts'
import type { GameList } from './lists.ts'
import { paths } from './paths.ts'
import type { Review } from './reviews.ts'
import { HEADLINE } from './site.ts'
import type { PublicUser } from './users.ts'
import type { YearInReview } from './year.ts'

/** The format of the pictures that stand for a page where its link is shared. */
export const SHARE_PICTURE = { width: 1200, height: 630, type: 'image/jpeg' } as const

/** To be raised when pictures are drawn in another way, so that they get new addresses. */
export const DRAWING_VERSION = 1

/** Returns the address of a review's picture, which changes with what the picture shows. */
export function reviewPicturePath({
	id,
	game,
	rating,
	description,
	user,
}: Pick<Review, 'id' | 'game' | 'rating' | 'description' | 'user'>): string {
	const { name, releaseDate, cover } = game
	const { username, profilePicture } = user
	return paths.sharePicture(
		'reviews',
		`${id}-${createMark([name, releaseDate, cover, rating, description, username, profilePicture])}`,
	)
}

/** Returns the address of a game's picture, which changes with what the picture shows. */
export function gamePicturePath(
	game: Pick<GameDetail, 'id' | 'name' | 'cover' | 'releaseDate' | 'developers' | 'screenshots' | 'ratingCounts'>,
): string {
	const { id, name, cover, releaseDate, developers, screenshots, ratingCounts } = game
	const shown = [name, cover, releaseDate, developers[0] ?? null, screenshots[0] ?? null, ...ratingCounts]
	return paths.sharePicture('games', `${id}-${createMark(shown)}`)
}

/** Returns the address of a list's picture, which changes with what the picture shows. */
export function listPicturePath({
	id,
	title,
	gameCount,
	games,
	user,
}: Pick<GameList, 'id' | 'title' | 'gameCount' | 'games' | 'user'>): string {
	const { username, profilePicture } = user
	const covers = games.map(({ cover }) => cover)
	return paths.sharePicture('lists', `${id}-${createMark([title, gameCount, username, profilePicture, ...covers])}`)
}

/** Returns the address of a profile's picture, which changes with the person and their counts. */
export function profilePicturePath(
	user: Pick<PublicUser, 'id' | 'username' | 'profilePicture' | 'reviewCount' | 'listCount' | 'followerCount'>,
): string {
	const { id, username, profilePicture, reviewCount, listCount, followerCount } = user
	const shown = [username, profilePicture, reviewCount, listCount, followerCount]
	return paths.sharePicture('users', `${id}-${createMark(shown)}`)
}

/** The size of the picture of a year that people save, in pixels. */
export const POSTER = { width: 1080, height: 1920 } as const

type YearAuthor = Pick<PublicUser, 'id' | 'username' | 'profilePicture'>

/** Returns the address of the picture of a year in review, which changes with what the picture shows. */
export function yearPicturePath(user: YearAuthor, year: number, review: YearInReview): string {
	return paths.sharePicture('years', `${user.id}-${year}-${createYearMark(user, review)}`)
}

/** Returns the address of the picture of a year to save, `POSTER` in size, which changes with what the picture shows. */
export function yearPosterPath(user: YearAuthor, year: number, review: YearInReview): string {
	return paths.sharePicture('posters', `${user.id}-${year}-${createYearMark(user, review)}`)
}

function createYearMark({ username, profilePicture }: YearAuthor, review: YearInReview): string {
	const { isSoFar, games, minutesPlayed, covers, months, ratingCounts, best } = review
	const shown = [username, profilePicture, isSoFar ? 1 : 0, games, minutesPlayed, ...ratingCounts]
	const counts = months.map(({ count }) => count)
	return createMark([
		...shown,
		...counts,
		best?.game.id ?? null,
		best?.rating ?? null,
		...covers.map(({ cover }) => cover),
	])
}

/** Returns the address of the picture for the home page and for every page that has none of its own. */
export function homePicturePath(): string {
	return paths.sharePicture('pages', `home-${createMark([HEADLINE])}`)
}

/** Length of a mark. */
export const MARK_LENGTH = 16

/** Hashes what a picture shows (FNV-1a from two starts). It tells versions apart, and protects nothing. */
function createMark(shown: readonly (string | number | null)[]): string {
	const text = JSON.stringify([DRAWING_VERSION, ...shown])
	let [one, other] = [0x811c9dc5, 0x2b5d3e77]
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index)
		one = Math.imul(one ^ unit, 0x01000193)
		other = Math.imul(other ^ (unit + index), 0x01000193)
	}
	return [one, other].map((half) => (half >>> 0).toString(16).padStart(MARK_LENGTH / 2, '0')).join('')
}
