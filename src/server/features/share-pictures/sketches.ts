import type { Backdrop, ShareRequest } from '#art/share/share-picture.ts'
import {
	gamePicturePath,
	homePicturePath,
	listPicturePath,
	profilePicturePath,
	reviewPicturePath,
} from '#contract/share-pictures.ts'
import { HEADLINE } from '#contract/site.ts'
import type { Db } from '#server/db/tables.ts'
import { toGame } from '#server/features/games/game-response.ts'
import { findGame, findMergedGame, listPopularGames } from '#server/features/games/queries.ts'
import { toLists } from '#server/features/lists/list-response.ts'
import { findList } from '#server/features/lists/queries.ts'
import type { ImportedImages } from '#server/features/media/imported-images.ts'
import { listGamePictures } from '#server/features/media/queries-game-pictures.ts'
import { findReview } from '#server/features/reviews/queries.ts'
import { listReviewRows } from '#server/features/reviews/queries-review-list.ts'
import { toReviews } from '#server/features/reviews/review-response.ts'
import { findUser } from '#server/features/users/queries.ts'
import { toPublicUser } from '#server/features/users/queries-rows.ts'
import type { PictureLoader } from './picture-loader.ts'

/** A share picture before it is drawn. */
export interface Sketch {
	/** The current address of the picture. */
	path: string
	/** Everything that the picture shows, with addresses in place of pictures. */
	shown: readonly unknown[]
	/** Loads the pictures in it. */
	load: (loader: PictureLoader) => Promise<{ request: ShareRequest; backdrop: Backdrop | undefined }>
}

/** In pixels. */
export const FACE_SIDE = 96
const LARGE_FACE_SIDE = 336
const COVERS_SHOWN = 5
const WALL_COVERS = 32
const SIZES = {
	review: { width: 360, height: 480 },
	game: { width: 330, height: 440 },
	list: { width: 300, height: 400 },
	profile: { width: 198, height: 264 },
	home: { width: 150, height: 200 },
} as const

/** Sketches the picture of a review; undefined if visitors cannot see one with this id. */
export async function sketchReview(db: Db, id: string): Promise<Sketch | undefined> {
	const row = await findReview(db, id, null)
	const [game] = row ? await listGamePictures(db, [row.game_id]) : []
	const [review] = row ? await toReviews(db, [row], { viewerId: null }) : []
	if (!review || !game) return undefined
	const { rating, description: text, user } = review
	const facts = { game: game.facts.name, year: game.facts.year, rating, text }
	return {
		path: reviewPicturePath(review),
		shown: ['review', facts, game.cover, user.username, user.profilePicture],
		async load(loader) {
			const [cover, backdrop, picture] = await Promise.all([
				loader.cover(game, SIZES.review),
				loader.softCover(game),
				loader.portrait(user.profilePicture, FACE_SIDE),
			])
			const author = { name: user.username, picture }
			return { request: { kind: 'review', facts: { ...facts, cover, author } }, backdrop }
		},
	}
}

/** Sketches the picture of a game, or of the game that it was merged into; undefined if there is none with this id. */
export async function sketchGame(db: Db, id: number, images: ImportedImages): Promise<Sketch | undefined> {
	const row = (await findGame(db, id, null)) ?? (await findMergedGame(db, id, null))
	const [pictures] = row ? await listGamePictures(db, [row.id]) : []
	if (!row || !pictures) return undefined
	const game = toGame(row, images)
	const { name, year, studio } = pictures.facts
	const facts = { name, year, studio, averageRating: game.averageRating, ratingCounts: row.rating_counts }
	return {
		path: gamePicturePath({ ...game, ratingCounts: row.rating_counts }),
		shown: ['game', facts, game.cover, game.screenshots[0]],
		async load(loader) {
			const [cover, backdrop] = await Promise.all([loader.cover(pictures, SIZES.game), loader.backdrop(pictures)])
			return { request: { kind: 'game', facts: { ...facts, cover } }, backdrop }
		},
	}
}

/** Sketches the picture of a list; undefined if visitors cannot see one with this id. */
export async function sketchList(db: Db, id: string): Promise<Sketch | undefined> {
	const row = await findList(db, id, null)
	const [list] = row ? await toLists(db, [row], { viewerId: null }) : []
	if (!list) return undefined
	const { title, gameCount, user } = list
	const games = await listGamePictures(
		db,
		list.games.slice(0, COVERS_SHOWN).map((game) => game.id),
	)
	return {
		path: listPicturePath(list),
		shown: ['list', title, gameCount, games.map(({ cover }) => cover), user.username, user.profilePicture],
		async load(loader) {
			const [covers, backdrop, picture] = await Promise.all([
				Promise.all(games.map((game) => loader.cover(game, SIZES.list))),
				games[0] && loader.softCover(games[0]),
				loader.portrait(user.profilePicture, FACE_SIDE),
			])
			const author = { name: user.username, picture }
			return { request: { kind: 'list', facts: { title, gameCount, covers, author } }, backdrop }
		},
	}
}

/** Sketches the picture of a profile; undefined if visitors cannot see one with this id. */
export async function sketchProfile(db: Db, id: string): Promise<Sketch | undefined> {
	const row = await findUser(db, id, null)
	if (!row) return undefined
	const user = toPublicUser(row)
	const { username: name, profilePicture, reviewCount, listCount, followerCount } = user
	const first = { page: 1, limit: COVERS_SHOWN, after: undefined }
	const { rows } = await listReviewRows(db, { userId: id, sortBy: 'rating', order: 'DESC' }, first, null)
	const games = await listGamePictures(
		db,
		rows.map(({ game_id }) => game_id),
	)
	return {
		path: profilePicturePath(user),
		shown: ['profile', name, profilePicture, reviewCount, listCount, followerCount, games.map(({ cover }) => cover)],
		async load(loader) {
			const [covers, backdrop, picture] = await Promise.all([
				Promise.all(games.map((game) => loader.cover(game, SIZES.profile))),
				games[0] && loader.softCover(games[0]),
				loader.portrait(profilePicture, LARGE_FACE_SIDE),
			])
			const facts = { person: { name, picture }, reviewCount, listCount, followerCount, covers }
			return { request: { kind: 'profile', facts }, backdrop }
		},
	}
}

/** Sketches the picture of the home page, with the games that its visitors see behind the headline. */
export async function sketchHome(db: Db): Promise<Sketch> {
	const { rows } = await listPopularGames(db, 'all', 1, WALL_COVERS)
	const games = await listGamePictures(
		db,
		rows.map(({ id }) => id),
	)
	return {
		path: homePicturePath(),
		shown: ['home', HEADLINE, games.map(({ cover }) => cover)],
		async load(loader) {
			const covers = await Promise.all(games.map((game) => loader.cover(game, SIZES.home)))
			return { request: { kind: 'home', facts: { headline: HEADLINE, covers } }, backdrop: undefined }
		},
	}
}
