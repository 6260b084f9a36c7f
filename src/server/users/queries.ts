import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Period } from '#contract/shapes.ts'
import type { OwnUser, PublicUser } from '#contract/users.ts'
import type { Db, Tables } from '../db/tables.ts'

const PUBLIC_COLUMNS = ['id', 'username', 'picture', 'bio', 'created_at', 'review_count', 'follower_count', 'following_count', 'list_count', 'impressions_total'] as const

type PublicRow = Pick<Selectable<Tables['users']>, (typeof PUBLIC_COLUMNS)[number]>

/** A user as anyone may see them. */
export function publicUserOf(row: PublicRow): PublicUser {
	return {
		id: row.id,
		username: row.username,
		profilePicture: row.picture,
		bio: row.bio,
		memberSince: row.created_at,
		createdAt: row.created_at,
		reviewCount: row.review_count,
		followerCount: row.follower_count,
		followingCount: row.following_count,
		listCount: row.list_count,
		impressionsCount: row.impressions_total,
	}
}

type OwnRow = NonNullable<Awaited<ReturnType<typeof findOwnUser>>>

/** A user as they see themselves. */
export function ownUserOf(row: OwnRow): OwnUser {
	return {
		...publicUserOf(row),
		name: row.name,
		email: row.email,
		needsUsernameSelection: row.needs_username,
		hasPassword: row.has_password,
		providers: [],
	}
}

export function findOwnUser(db: Db, id: string) {
	return db
		.selectFrom('users')
		.select([...PUBLIC_COLUMNS, 'name', 'email', 'needs_username'])
		.select(sql<boolean>`password_hash is not null`.as('has_password'))
		.where('id', '=', id)
		.executeTakeFirst()
}

const SEEN = { week: 'impressions_week', month: 'impressions_month', year: 'impressions_year', all: 'impressions_total' } as const
const COUNTED = 1000

/** The users whose reviews were seen most in a period: impressions, then followers, then name; those not seen at all are left out. */
export async function popularUsers(db: Db, period: Period, page: number, limit: number) {
	const seen = SEEN[period]
	const rows = await db
		.selectFrom('users')
		.select(PUBLIC_COLUMNS)
		.select(`${seen} as impressions`)
		.where(seen, '>', sql.lit(0))
		.orderBy(seen, 'desc')
		.orderBy('follower_count', 'desc')
		.orderBy(sql`lower(username)`)
		.limit(sql.lit(limit + 1))
		.offset((page - 1) * limit)
		.execute()
	const { total } = await db
		.selectFrom(db.selectFrom('users').select('id').where(seen, '>', sql.lit(0)).limit(sql.lit(COUNTED)).as('seen'))
		.select(sql<number>`count(*)::int`.as('total'))
		.executeTakeFirstOrThrow()
	return { rows: rows.slice(0, limit), total, hasMore: rows.length > limit }
}
