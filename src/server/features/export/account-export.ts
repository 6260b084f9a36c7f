import type { AccountExport } from '#contract/export.ts'
import { SESSION_REVOKED } from '#contract/sessions.ts'
import { toStars } from '#server/db/half-stars.ts'
import { readWhole } from '#server/db/stored-text.ts'
import type { Db } from '#server/db/tables.ts'
import { listOwnFactors } from '#server/features/account/second-factors.ts'
import { getPictureFiles } from '#server/features/media/picture-names.ts'
import { toPreferences } from '#server/features/preferences/preferences.ts'
import { findPreferences } from '#server/features/preferences/queries.ts'
import { findOwnUser, toOwnUser } from '#server/features/users/queries.ts'
import { unauthorized } from '#server/http/errors.ts'
import { now, type Services } from '#server/services.ts'
import {
	exportComments,
	exportLikedComments,
	exportLikedLists,
	exportListComments,
	exportMailTimes,
	exportNotifications,
	exportReadActivities,
} from './conversation-export.ts'
import { type Batched, mapBatches, readBatches } from './json-stream.ts'
import { exportDecisions, exportReports } from './moderation-export.ts'
import {
	type GameRowKey,
	type RowKey,
	readAccount,
	readAddresses,
	readConnections,
	readEntries,
	readFavorites,
	readFollows,
	readHiddenUsers,
	readInvites,
	readListItems,
	readLists,
	readLogs,
	readMailedLinks,
	readPlaySessions,
	readPlays,
	readPushDevices,
	readRecoveryCodes,
	readReviewDrafts,
	readReviewLikes,
	readReviews,
	readSessions,
	readSightings,
} from './queries.ts'

// How many rows are held in memory at a time: a few megabytes of the longest reviews, lists and notes allowed.
const TEXT_BATCH_SIZE = 100
const LIST_BATCH_SIZE = 10
const SHORT_BATCH_SIZE = 500

/**
 * Collects everything stored about an account. Long lists are read in batches, each after the previous one has been sent.
 * Throws 401 if the account no longer exists.
 */
export async function buildAccountExport(services: Services, userId: string): Promise<Batched<AccountExport>> {
	const { db } = services
	return {
		format: 'savepoint-account-1',
		exportedAt: now(services),
		account: await exportProfile(services, userId),
		connectedAccounts: await exportConnections(db, userId),
		sessions: exportSessions(db, userId),
		...(await exportFactors(services, userId)),
		invites: await exportInvites(db, userId),
		mailedLinks: await exportMailedLinks(db, userId),
		pushDevices: await exportPushDevices(db, userId),
		signInAddresses: exportSignInAddresses(db, userId),
		following: exportFollows(db, userId, 'following'),
		followers: exportFollows(db, userId, 'followers'),
		blockedUsers: exportHiddenUsers(db, userId, 'blocks'),
		mutedUsers: exportHiddenUsers(db, userId, 'mutes'),
		reviews: exportReviews(db, userId),
		reviewDrafts: exportReviewDrafts(db, userId),
		likedReviews: exportLikedReviews(db, userId),
		comments: exportComments(db, userId),
		listComments: exportListComments(db, userId),
		likedComments: exportLikedComments(db, userId),
		lists: exportLists(db, userId),
		likedLists: exportLikedLists(db, userId),
		library: exportLibrary(db, userId),
		plays: exportPlays(db, userId),
		playSessions: exportPlaySessions(db, userId),
		favorites: await exportFavorites(db, userId),
		logs: exportLogs(db, userId),
		reports: exportReports(db, userId),
		decisions: exportDecisions(db, userId),
		notifications: exportNotifications(db, userId),
		preferences: toPreferences(await findPreferences(db, userId)),
		notificationMails: await exportMailTimes(db, userId),
		readActivities: exportReadActivities(db, userId),
		seenReviews: await exportSeenReviews(db, userId),
	}
}

type Row<Query extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number]

const toRowKey = (row: { created_at: string; id: string } | undefined): RowKey | undefined =>
	row && { at: row.created_at, id: row.id }

const toGameRowKey = (row: { game_id: number; id: string } | undefined): GameRowKey | undefined =>
	row && { gameId: row.game_id, id: row.id }

async function exportProfile(services: Services, userId: string): Promise<AccountExport['account']> {
	const { db } = services
	const [row, own] = [await readAccount(db, userId), await findOwnUser(db, userId)]
	if (!row || !own) throw unauthorized(SESSION_REVOKED)
	const { hasPassword } = toOwnUser(own)
	return {
		id: row.id,
		username: row.username,
		email: row.email,
		emailVerifiedAt: row.email_verified_at,
		name: row.name,
		bio: row.bio,
		picture: await readPictureDataUrl(services, row.picture),
		hasPassword,
		createdAt: row.created_at,
		lastSeenOn: row.seen_on,
		seenBeforeOn: row.seen_before,
		rulesVersion: row.rules_version,
		rulesAcceptedAt: row.rules_accepted_at,
	}
}

/** Reads a picture as a data URL; null if there is none. */
async function readPictureDataUrl({ pictures }: Services, address: string | null): Promise<string | null> {
	const files = address === null ? undefined : getPictureFiles(address)
	const bytes = files && (await pictures.get(files.large))
	return bytes ? `data:image/webp;base64,${bytes.toString('base64')}` : null
}

async function exportConnections(db: Db, userId: string) {
	return (await readConnections(db, userId)).map(({ provider, subject, connected_at }) => ({
		provider,
		id: subject,
		connectedAt: connected_at,
	}))
}

function exportSessions(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readSessions>>(SHORT_BATCH_SIZE, (last, limit) => readSessions(db, userId, last?.id, limit)),
		({ id, device, created_at, rotated_at, proved_at, ended_at, method, second_factor }) => ({
			id,
			device,
			createdAt: created_at,
			lastUsedAt: rotated_at,
			provedAt: proved_at,
			endedAt: ended_at,
			method,
			secondFactor: second_factor,
		}),
	)
}

async function exportFactors(services: Services, userId: string) {
	const { passkeys, authenticator } = await listOwnFactors(services, userId)
	const codes = await readRecoveryCodes(services.db, userId)
	const recoveryCodes = codes ? { left: Number(codes.left), createdAt: codes.created_at } : null
	return { passkeys, authenticator, recoveryCodes }
}

async function exportInvites(db: Db, userId: string) {
	return (await readInvites(db, userId)).map(({ code, uses, used, created_at, expires_at, revoked_at }) => ({
		code,
		uses,
		used,
		createdAt: created_at,
		expiresAt: expires_at,
		revokedAt: revoked_at,
	}))
}

async function exportMailedLinks(db: Db, userId: string) {
	return (await readMailedLinks(db, userId)).map(({ purpose, email, email_key, created_at, expires_at }) => ({
		purpose,
		sentTo: email ?? email_key,
		createdAt: created_at,
		expiresAt: expires_at,
	}))
}

async function exportPushDevices(db: Db, userId: string) {
	return (await readPushDevices(db, userId)).map(({ session_id, host, created_at }) => ({
		sessionId: session_id,
		service: host,
		createdAt: created_at,
	}))
}

function exportSignInAddresses(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readAddresses>>(SHORT_BATCH_SIZE, (last, limit) =>
			readAddresses(db, userId, last?.address_hash, limit),
		),
		({ address_hash, last_used_at }) => ({ hash: address_hash, lastUsedAt: last_used_at }),
	)
}

function exportFollows(db: Db, userId: string, side: 'following' | 'followers') {
	return mapBatches(
		readBatches<Row<typeof readFollows>>(SHORT_BATCH_SIZE, (last, limit) =>
			readFollows(db, userId, side, last && { at: last.created_at, id: last.user_id }, limit),
		),
		({ user_id, username, created_at }) => ({ userId: user_id, username, since: created_at }),
	)
}

function exportHiddenUsers(db: Db, userId: string, table: 'blocks' | 'mutes') {
	return mapBatches(
		readBatches<Row<typeof readHiddenUsers>>(SHORT_BATCH_SIZE, (last, limit) =>
			readHiddenUsers(db, userId, table, last?.user_id, limit),
		),
		({ user_id, username, created_at }) => ({ userId: user_id, username, since: created_at }),
	)
}

function exportReviews(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readReviews>>(TEXT_BATCH_SIZE, (last, limit) =>
			readReviews(db, userId, toRowKey(last), limit),
		),
		(review) => ({
			id: review.id,
			gameId: review.game_id,
			gameName: review.game_name,
			rating: toStars(review.half_stars),
			platform: review.platform,
			timePlayed: review.time_played,
			description: readWhole(review.description),
			containsSpoilers: review.contains_spoilers,
			likes: review.likes,
			commentCount: review.comment_count,
			views: review.views,
			impressions: review.impressions_total,
			day: review.day,
			createdAt: review.created_at,
			updatedAt: review.updated_at,
		}),
	)
}

function exportReviewDrafts(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readReviewDrafts>>(TEXT_BATCH_SIZE, (last, limit) =>
			readReviewDrafts(db, userId, last?.game_id, limit),
		),
		(draft) => ({
			gameId: draft.game_id,
			gameName: draft.name,
			rating: toStars(draft.half_stars),
			platform: draft.platform,
			timePlayed: draft.time_played,
			description: draft.description,
			containsSpoilers: draft.contains_spoilers,
			device: draft.device,
			updatedAt: draft.updated_at,
		}),
	)
}

function exportLikedReviews(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readReviewLikes>>(SHORT_BATCH_SIZE, (last, limit) =>
			readReviewLikes(db, userId, last?.review_id, limit),
		),
		({ review_id, game_id, game_name, username, created_at }) => ({
			reviewId: review_id,
			gameId: game_id,
			gameName: game_name,
			author: username,
			createdAt: created_at,
		}),
	)
}

async function* exportLists(db: Db, userId: string): AsyncGenerator<AccountExport['lists']> {
	const batches = readBatches<Row<typeof readLists>>(LIST_BATCH_SIZE, (last, limit) =>
		readLists(db, userId, toRowKey(last), limit),
	)
	for await (const rows of batches) {
		const items = await readListItems(
			db,
			rows.map(({ id }) => id),
		)
		yield rows.map(({ id, title, description, visibility, tags, ...list }) => ({
			id,
			title,
			description: description && readWhole(description),
			visibility,
			isRanked: list.is_ranked,
			tags,
			copiedFrom: list.copied_from,
			likes: list.likes ?? 0,
			commentCount: list.comment_count ?? 0,
			createdAt: list.created_at,
			updatedAt: list.updated_at,
			items: items
				.filter(({ list_id }) => list_id === id)
				.map(({ game_id, name, position, notes }) => ({
					gameId: game_id,
					gameName: name,
					order: position,
					notes: readWhole(notes),
				})),
		}))
	}
}

function exportLibrary(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readEntries>>(SHORT_BATCH_SIZE, (last, limit) =>
			readEntries(db, userId, last?.game_id, limit),
		),
		(entry) => ({
			gameId: entry.game_id,
			gameName: entry.name,
			status: entry.status,
			rating: toStars(entry.half_stars),
			isWished: entry.is_wished,
			isLoved: entry.is_loved,
			platform: entry.platform,
			minutesPlayed: entry.minutes_played,
			playCount: entry.play_count,
			lastPlayedOn: entry.last_played_on,
			reviewId: entry.review_id,
			createdAt: entry.created_at,
			updatedAt: entry.updated_at,
		}),
	)
}

function exportPlays(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readPlays>>(TEXT_BATCH_SIZE, (last, limit) =>
			readPlays(db, userId, toGameRowKey(last), limit),
		),
		(play) => ({
			id: play.id,
			gameId: play.game_id,
			gameName: play.name,
			platform: play.platform,
			startedOn: play.started_on,
			endedOn: play.ended_on,
			outcome: play.outcome,
			isReplay: play.is_replay,
			minutes: play.minutes,
			note: play.note,
			createdAt: play.created_at,
			updatedAt: play.updated_at,
		}),
	)
}

function exportPlaySessions(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readPlaySessions>>(TEXT_BATCH_SIZE, (last, limit) =>
			readPlaySessions(db, userId, toGameRowKey(last), limit),
		),
		({ id, game_id, name, play_id, day, minutes, note, source, created_at }) => ({
			id,
			gameId: game_id,
			gameName: name,
			playId: play_id,
			day,
			minutes,
			note,
			source,
			createdAt: created_at,
		}),
	)
}

async function exportFavorites(db: Db, userId: string) {
	return (await readFavorites(db, userId)).map(({ game_id, name, position }) => ({
		gameId: game_id,
		gameName: name,
		order: position,
	}))
}

function exportLogs(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readLogs>>(SHORT_BATCH_SIZE, (last, limit) =>
			readLogs(db, userId, last && { gameId: last.game_id, id: last.day }, limit),
		),
		({ game_id, name, day, status, half_stars, is_wished, is_loved, created_at }) => ({
			gameId: game_id,
			gameName: name,
			day,
			status,
			rating: toStars(half_stars),
			isWished: is_wished,
			isLoved: is_loved,
			createdAt: created_at,
		}),
	)
}

async function exportSeenReviews(db: Db, userId: string) {
	return (await readSightings(db, userId)).map(({ review_id, day, opened }) => ({ reviewId: review_id, day, opened }))
}
