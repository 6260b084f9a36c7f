import { type RawBuilder, sql } from 'kysely'
import type { Access, Person } from '#contract/admin.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Role } from '#contract/roles.ts'
import type { Provider } from '#contract/social-login-providers.ts'
import type { UserRef } from '#contract/users.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db, Row } from '#server/db/tables.ts'
import { foldText } from '#server/db/text-folding.ts'
import { escapeLike } from '#server/db/text-search.ts'

interface PersonRow
	extends Pick<
			Row<'users'>,
			'id' | 'username' | 'picture' | 'needs_username' | 'email' | 'role' | 'suspended_until' | 'created_at'
		>,
		Pick<Row<'user_counts'>, 'review_count' | 'list_count' | 'follower_count'> {
	is_email_verified: boolean
	has_password: boolean
	providers: Provider[]
	passkeys: number
	has_app: boolean
	is_banned: boolean
	seen_on: string | null
}

/** Which accounts are wanted. */
export interface PeopleSearch {
	/** In lower case; '' for all. */
	search: string
	role: Role | undefined
}

const MAX_MATCHES = sql.lit(LIMITS.maxCountedMatches)
/** Two letters have no trigrams. */
const MIN_PART_LENGTH = 3

/**
 * Finds accounts whose name or address begins with the search, or whose name contains it, by name; without a search all,
 * the newest first. `after` is the name or the id of the last row of the page before. At most 1,000 of a kind of match are considered.
 */
export async function findPeople(
	db: Db,
	{ search, role }: PeopleSearch,
	{ limit, after }: { limit: number; after: string | undefined },
): Promise<{ people: Person[]; hasMore: boolean }> {
	const isRole = role === undefined ? sql`true` : sql`u.role = ${role}`
	const most = sql.lit(roundUpLimit(limit + 1))
	const ids =
		search === ''
			? sql`
				select u.id from users u
				where u.deleted_at is null and ${isRole} and ${after === undefined ? sql`true` : sql`u.id < ${after}::uuid`}
				order by u.id desc limit ${most}`
			: sql`
				select u.id from (${listMatches(search)}) matches join users u using (id)
				where u.deleted_at is null and ${isRole}
					and ${after === undefined ? sql`true` : sql`lower(u.username) > ${after}::text`}
				order by lower(u.username) limit ${most}`
	const order = search === '' ? sql`u.id desc` : sql`lower(u.username)`
	// Few accounts are not members, and a search is a pattern
	const hint = sql.raw(role === undefined && search === '' ? '' : UNPREPARED)
	const { rows } = await sql<PersonRow>`${hint}
		select ${PERSON_COLUMNS} from (${ids}) wanted join users u using (id) join user_counts c on c.id = u.id
			left join user_visits v on v.user_id = u.id
		order by ${order}`.execute(db)
	return { people: rows.slice(0, limit).map(toPerson), hasMore: rows.length > limit }
}

/** Each kind of match reads its own index, and no further than the bound. */
function listMatches(search: string): RawBuilder<unknown> {
	const begins = `${escapeLike(search)}%`
	const name = foldText(search)
	const nameBegins = name === '' ? null : `${escapeLike(name)}%`
	const isPart = [...search].length >= MIN_PART_LENGTH && !search.includes('@')
	const parts = sql`
		union (select id from users where lower(username) like ${nameBegins && `%${nameBegins}`} limit ${MAX_MATCHES})`
	return sql`
		(select id from users where lower(username) like ${nameBegins} order by lower(username) using ~<~ limit ${MAX_MATCHES})
		union (select id from users where email_key like ${begins} order by email_key using ~<~ limit ${MAX_MATCHES})
		${isPart ? parts : sql``}`
}

const PERSON_COLUMNS = sql`
	u.id, u.username, u.picture, u.needs_username, u.email, u.email_verified_at is not null as is_email_verified, u.role,
	u.password_hash is not null as has_password,
	array(select provider from social_accounts a where a.user_id = u.id order by connected_at) as providers,
	(select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
	exists (select from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as has_app,
	u.suspended_until, u.banned_at is not null as is_banned, u.created_at, v.seen_on, c.review_count, c.list_count + c.hidden_list_count as list_count, c.follower_count`

function toPerson(row: PersonRow): Person {
	return {
		id: row.id,
		username: row.username,
		profilePicture: row.picture,
		needsUsername: row.needs_username,
		email: row.email,
		isEmailVerified: row.is_email_verified,
		role: row.role,
		hasPassword: row.has_password,
		providers: row.providers,
		passkeyCount: row.passkeys,
		hasSecondFactor: row.passkeys > 0 || row.has_app,
		isBanned: row.is_banned,
		suspendedUntil: row.suspended_until,
		createdAt: row.created_at,
		lastSeenOn: row.seen_on,
		reviewCount: row.review_count,
		listCount: row.list_count,
		followerCount: row.follower_count,
	}
}

/** Locks the accounts of all admins, so that no two lose the role at once, and returns their ids. */
export async function lockAdmins(transaction: Db): Promise<string[]> {
	const rows = await transaction
		.selectFrom('users')
		.select('id')
		.where('role', '=', 'admin')
		.where('deleted_at', 'is', null)
		.where('banned_at', 'is', null)
		.orderBy('id')
		.forUpdate()
		.execute()
	return rows.map(({ id }) => id)
}

/** Changes the role of an account. Returns false if it is gone. */
export async function updateRole(db: Db, id: string, role: Role): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('users')
		.set({ role })
		.where('id', '=', id)
		.where('deleted_at', 'is', null)
		.executeTakeFirstOrThrow()
	return numUpdatedRows > 0n
}

/** Records what an admin searched for, or whose role they changed. */
export async function addAccess(
	db: Db,
	access: { id: string; adminId: string; at: string } & (
		| { kind: 'search'; search: string }
		| { kind: 'role'; subjectId: string; role: Role }
	),
): Promise<void> {
	await db
		.insertInto('admin_accesses')
		.values({
			id: access.id,
			admin_id: access.adminId,
			kind: access.kind,
			search: access.kind === 'search' ? access.search : null,
			subject_id: access.kind === 'role' ? access.subjectId : null,
			role: access.kind === 'role' ? access.role : null,
			created_at: access.at,
		})
		.execute()
}

/** Lists what admins did, newest first; `after` is the id of the last row of the page before. */
export async function findAccesses(
	db: Db,
	{ limit, after }: { limit: number; after: string | undefined },
): Promise<{ accesses: Access[]; hasMore: boolean }> {
	const person = (column: string) => sql<UserRef | null>`
		(select json_build_object('id', u.id, 'username', u.username, 'profilePicture', u.picture)
			from visible_users u where u.id = a.${sql.ref(column)})`
	const { rows } = await sql<Access>`
		select a.id, ${person('admin_id')} as admin, a.kind, a.search, ${person('subject_id')} as subject, a.role,
			a.created_at as "createdAt"
		from (
			select * from admin_accesses where ${after === undefined ? sql`true` : sql`id < ${after}::uuid`}
			order by id desc limit ${sql.lit(roundUpLimit(limit + 1))}
		) a order by a.id desc`.execute(db)
	return { accesses: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** Deletes the entries of before a time. */
export async function deleteOldAccesses(db: Db, before: string): Promise<void> {
	await db.deleteFrom('admin_accesses').where('created_at', '<', before).execute()
}
