import type { AccountExport } from '#contract/export.ts'
import { SESSION_REVOKED } from '#contract/sessions.ts'
import { pictureFiles } from '#server/features/media/picture-names.ts'
import { findOwnUser, ownUserOf } from '#server/features/users/queries.ts'
import { unauthorized } from '#server/http/errors.ts'
import { now, type Services } from '#server/services.ts'
import { each, type InLots, inLots } from './json-parts.ts'
import {
	type After,
	exportedAccount,
	exportedAddresses,
	exportedCommentLikes,
	exportedComments,
	exportedConnections,
	exportedFollows,
	exportedListItems,
	exportedLists,
	exportedMailedLinks,
	exportedReads,
	exportedReviewLikes,
	exportedReviews,
	exportedSessions,
	exportedSightings,
} from './queries.ts'

// So many rows are held at a time: of the longest reviews, lists and notes that people can write, a few megabytes.
const TEXTS = 100
const LISTS = 10
const SHORT = 500

/**
 * Everything that is kept of an account. What can be long comes in lots, each read when the one before has been sent.
 * Throws 401 where the account is gone.
 */
export async function accountExport(services: Services, userId: string): Promise<InLots<AccountExport>> {
	const { db } = services
	const [row, own] = [await exportedAccount(db, userId), await findOwnUser(db, userId)]
	if (!row || !own) throw unauthorized(SESSION_REVOKED)
	const { hasPassword } = ownUserOf(own)
	return {
		format: 'savepoint-account-1',
		exportedAt: now(services),
		account: {
			id: row.id,
			username: row.username,
			email: row.email,
			emailVerifiedAt: row.email_verified_at,
			name: row.name,
			bio: row.bio,
			picture: await pictureAsData(services, row.picture),
			hasPassword,
			createdAt: row.created_at,
		},
		connectedAccounts: (await exportedConnections(db, userId)).map(({ provider, subject, connected_at }) => ({
			provider,
			id: subject,
			connectedAt: connected_at,
		})),
		sessions: each(
			inLots<Row<typeof exportedSessions>>(SHORT, (last, limit) => exportedSessions(db, userId, last?.id, limit)),
			({ id, device, created_at, rotated_at, proved_at, ended_at }) => ({
				id,
				device,
				createdAt: created_at,
				lastUsedAt: rotated_at,
				provedAt: proved_at,
				endedAt: ended_at,
			}),
		),
		mailedLinks: (await exportedMailedLinks(db, userId)).map(
			({ purpose, email, email_key, created_at, expires_at }) => ({
				purpose,
				sentTo: email ?? email_key,
				createdAt: created_at,
				expiresAt: expires_at,
			}),
		),
		signInAddresses: each(
			inLots<Row<typeof exportedAddresses>>(SHORT, (last, limit) =>
				exportedAddresses(db, userId, last?.address_hash, limit),
			),
			({ address_hash, last_used_at }) => ({ hash: address_hash, lastUsedAt: last_used_at }),
		),
		following: follows(services, userId, 'following'),
		followers: follows(services, userId, 'followers'),
		reviews: each(
			inLots<Row<typeof exportedReviews>>(TEXTS, (last, limit) => exportedReviews(db, userId, afterRow(last), limit)),
			(review) => ({
				id: review.id,
				gameId: review.game_id,
				gameName: review.game_name,
				rating: review.half_stars / 2,
				platform: review.platform,
				timePlayed: review.time_played,
				description: review.description,
				likes: review.likes,
				commentCount: review.comment_count,
				views: review.views,
				impressions: review.impressions_total,
				createdAt: review.created_at,
				updatedAt: review.updated_at,
			}),
		),
		likedReviews: each(
			inLots<Row<typeof exportedReviewLikes>>(SHORT, (last, limit) =>
				exportedReviewLikes(db, userId, last?.review_id, limit),
			),
			({ review_id, game_id, game_name, username, created_at }) => ({
				reviewId: review_id,
				gameId: game_id,
				gameName: game_name,
				author: username,
				createdAt: created_at,
			}),
		),
		comments: each(
			inLots<Row<typeof exportedComments>>(TEXTS, (last, limit) => exportedComments(db, userId, last?.id, limit)),
			({ id, review_id, game_id, game_name, content, likes, created_at }) => ({
				id,
				reviewId: review_id,
				gameId: game_id,
				gameName: game_name,
				content,
				likes,
				createdAt: created_at,
			}),
		),
		likedComments: each(
			inLots<Row<typeof exportedCommentLikes>>(SHORT, (last, limit) =>
				exportedCommentLikes(db, userId, last?.comment_id, limit),
			),
			({ comment_id, review_id, username, created_at }) => ({
				commentId: comment_id,
				reviewId: review_id,
				author: username,
				createdAt: created_at,
			}),
		),
		lists: lists(services, userId),
		readActivities: each(
			inLots<Row<typeof exportedReads>>(SHORT, (last, limit) => exportedReads(db, userId, last?.activity_id, limit)),
			({ activity_id, user_id }) => ({ activityId: activity_id, userId: user_id }),
		),
		seenReviews: (await exportedSightings(db, userId)).map(({ review_id, day, opened }) => ({
			reviewId: review_id,
			day,
			opened,
		})),
	}
}

type Row<Query extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number]

const afterRow = (row: { created_at: string; id: string } | undefined): After | undefined =>
	row && { at: row.created_at, id: row.id }

function follows({ db }: Services, userId: string, whose: 'following' | 'followers') {
	const rows = inLots<Row<typeof exportedFollows>>(SHORT, (last, limit) =>
		exportedFollows(db, userId, whose, last && { at: last.created_at, id: last.user_id }, limit),
	)
	return each(rows, ({ user_id, username, created_at }) => ({ userId: user_id, username, since: created_at }))
}

async function* lists({ db }: Services, userId: string): AsyncGenerator<AccountExport['lists']> {
	const lots = inLots<Row<typeof exportedLists>>(LISTS, (last, limit) =>
		exportedLists(db, userId, afterRow(last), limit),
	)
	for await (const rows of lots) {
		const items = await exportedListItems(
			db,
			rows.map(({ id }) => id),
		)
		yield rows.map(({ id, title, description, created_at, updated_at }) => ({
			id,
			title,
			description,
			createdAt: created_at,
			updatedAt: updated_at,
			items: items
				.filter(({ list_id }) => list_id === id)
				.map(({ game_id, name, position, notes }) => ({ gameId: game_id, gameName: name, order: position, notes })),
		}))
	}
}

/** A picture as an address that holds all of it; null where there is none. */
async function pictureAsData({ pictures }: Services, address: string | null): Promise<string | null> {
	const files = address === null ? undefined : pictureFiles(address)
	const bytes = files && (await pictures.get(files.large))
	return bytes ? `data:image/webp;base64,${bytes.toString('base64')}` : null
}
