import type { AccountExport } from '#contract/export.ts'
import { SESSION_REVOKED } from '#contract/session-refusals.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { listOwnFactors } from '#server/features/account/second-factors.ts'
import { findWishlistAddress } from '#server/features/calendar/queries-wishlist.ts'
import { getPictureFiles } from '#server/features/media/picture-names.ts'
import { toPreferences } from '#server/features/preferences/preferences.ts'
import { findPreferences } from '#server/features/preferences/queries.ts'
import { findOwnUser, toOwnUser } from '#server/features/users/queries.ts'
import { unauthorized } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import type { Batched } from './json-stream.ts'
import { readAccount, readFlatParts, readMailTimes, readRecoveryCodes } from './queries.ts'

/**
 * Collects everything stored about an account. Long lists are read in batches, each after the previous one has been sent.
 * Throws 401 if the account no longer exists.
 */
export async function buildAccountExport(services: Services, userId: string): Promise<Batched<AccountExport>> {
	const { db } = services
	const exportedAt = now(services)
	const account = await exportProfile(services, userId)
	const { connectedAccounts, sessions, readActivities, seenReviews, ...rows } = await readFlatParts(db, userId)
	return {
		format: 'savepoint-account-1',
		exportedAt,
		account,
		connectedAccounts,
		sessions,
		...(await exportFactors(services, userId)),
		wishlistCalendar: await exportWishlistCalendar(db, userId),
		...rows,
		preferences: toPreferences(await findPreferences(db, userId)),
		notificationMails: await exportMailTimes(db, userId),
		readActivities,
		seenReviews,
	}
}

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

async function exportFactors(services: Services, userId: string) {
	const { passkeys, authenticator } = await listOwnFactors(services, userId)
	const codes = await readRecoveryCodes(services.db, userId)
	const recoveryCodes = codes ? { left: codes.left, createdAt: codes.created_at } : null
	return { passkeys, authenticator, recoveryCodes }
}

async function exportWishlistCalendar(db: Db, userId: string): Promise<AccountExport['wishlistCalendar']> {
	const createdAt = await findWishlistAddress(db, userId)
	return createdAt === undefined ? null : { createdAt }
}

async function exportMailTimes(db: Db, userId: string) {
	const times = await readMailTimes(db, userId)
	return { lastSentAt: times?.mailed_at ?? null, lastDigestUntil: times?.digested_at ?? null }
}
