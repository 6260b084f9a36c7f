import { type RawBuilder, sql } from 'kysely'
import type { ReportSubject } from '#contract/report-reasons.ts'
import type { UserRef } from '#contract/users.ts'
import type { Db, Row } from '#server/db/tables.ts'
import { hidingActionOf } from './queries-states.ts'

/** As much of a text as the queue and the log keep. */
export const SNAPSHOT_LENGTH = 20_000
/** As much of what a comment is on as the queue shows. */
const COMMENTED_LENGTH = 500

/** Something that can be moderated, whether or not others see it. */
export interface SubjectRow {
	subject: ReportSubject
	subject_id: string
	author_id: string
	/** Whole, with its spoilers. */
	text: string
	/** The game of a review; the game or list that a comment is on. */
	title: string | null
	/** The review or list that a comment is on. */
	review_id: string | null
	list_id: string | null
	contains_spoilers: boolean
	spoiler_locked: boolean
	/** The action that removed or holds it. */
	hiding_action_id: string | null
	parent: { id: string; user: UserRef | null; text: string } | null
	/** What a comment is on, with the beginning of its text. */
	commented: { subject: 'review' | 'list'; user: UserRef | null; text: string } | null
}

export const USER_REF = (user: string) =>
	`json_build_object('id', ${user}.id, 'username', ${user}.username, 'profilePicture', ${user}.picture)`

const authorLives = (row: string) =>
	sql`exists (select from users a where a.id = ${sql.ref(row)}.user_id and a.deleted_at is null)`

const SNAPSHOT = sql.lit(SNAPSHOT_LENGTH)
const NO_COMMENT = sql`null::uuid as review_id, null::uuid as list_id, null::json as parent, null::json as commented`
const hidingAction = (row: string) => sql`(select a.id from ${hidingActionOf(row)}) as hiding_action_id`

const FIND: Readonly<Record<ReportSubject, (ids: readonly string[]) => RawBuilder<SubjectRow>>> = {
	review: (ids) => sql`
		select 'review' as subject, r.id as subject_id, r.user_id as author_id, left(r.description, ${SNAPSHOT}) as text,
			g.name as title, r.contains_spoilers, r.spoiler_locked, ${hidingAction('r')}, ${NO_COMMENT}
		from reviews r join games g on g.id = r.game_id where r.id = any(${ids}::uuid[]) and r.state <> 'purging' and ${authorLives('r')}`,
	comment: (ids) => sql`
		select 'comment' as subject, c.id as subject_id, c.user_id as author_id, c.content as text,
			coalesce(g.name, l.title) as title, c.contains_spoilers, c.spoiler_locked, ${hidingAction('c')}, c.review_id, c.list_id,
			(select json_build_object('id', p.id, 'text', p.content, 'user', (
				select ${sql.raw(USER_REF('u'))} from users u where u.id = p.user_id and u.deleted_at is null
			)) from comments p where p.id = c.parent_id) as parent,
			json_build_object('subject', case when l.id is null then 'review' else 'list' end,
				'text', left(coalesce(r.description, l.description, ''), ${sql.lit(COMMENTED_LENGTH)}), 'user', (
				select ${sql.raw(USER_REF('u'))} from users u where u.id = coalesce(r.user_id, l.user_id) and u.deleted_at is null
			)) as commented
		from comments c left join lists l on l.id = c.list_id left join reviews r on r.id = c.review_id left join games g on g.id = r.game_id
		where c.id = any(${ids}::uuid[]) and c.removed_at is null and c.state <> 'purging' and ${authorLives('c')}`,
	list: (ids) => sql`
		select 'list' as subject, l.id as subject_id, l.user_id as author_id, left(concat_ws(E'\\n\\n', l.title, l.description,
			(select string_agg(i.notes, E'\\n' order by i.position) from list_items i where i.list_id = l.id and i.notes <> '')), ${SNAPSHOT}) as text,
			l.title, false as contains_spoilers, false as spoiler_locked, ${hidingAction('l')}, ${NO_COMMENT}
		from lists l where l.id = any(${ids}::uuid[]) and l.state <> 'purging' and ${authorLives('l')}`,
	user: (ids) => sql`
		select 'user' as subject, u.id as subject_id, u.id as author_id, concat_ws(E'\\n\\n', u.username, u.name, coalesce(u.bio, m.bio)) as text,
			u.username as title, false as contains_spoilers, false as spoiler_locked, m.action_id as hiding_action_id, ${NO_COMMENT}
		from users u left join removed_profiles m on m.user_id = u.id where u.id = any(${ids}::uuid[]) and u.deleted_at is null`,
}

/** Finds things of one kind by their ids. */
export async function findSubjects(db: Db, subject: ReportSubject, ids: readonly string[]): Promise<SubjectRow[]> {
	return ids.length === 0 ? [] : (await FIND[subject](ids).execute(db)).rows
}

/** Finds something that can be moderated; undefined if it is gone. */
export async function findSubject(db: Db, subject: ReportSubject, id: string): Promise<SubjectRow | undefined> {
	return (await findSubjects(db, subject, [id]))[0]
}

/** What a moderator knows about an author. */
export interface AuthorRow
	extends Pick<Row<'users'>, 'id' | 'username' | 'picture' | 'role' | 'created_at' | 'suspended_until' | 'banned_at'>,
		Pick<Row<'user_counts'>, 'review_count' | 'list_count' | 'follower_count'> {
	open_groups: number
}

/** Finds the accounts of authors, also of those who are banned. */
export async function findAuthors(db: Db, ids: readonly string[]): Promise<AuthorRow[]> {
	if (ids.length === 0) return []
	const { rows } = await sql<AuthorRow>`
		select u.id, u.username, u.picture, u.role, u.created_at, u.suspended_until, u.banned_at, c.review_count, c.list_count, c.follower_count,
			(select count(*)::int from moderation_cases m where m.author_id = u.id and m.open_count > 0) as open_groups
		from users u join user_counts c on c.id = u.id where u.id = any(${ids}::uuid[]) and u.deleted_at is null`.execute(
		db,
	)
	return rows
}

/** Lists up to `limit` texts that an account wrote since a time and that others read, oldest first. */
export async function listRecentTexts(
	db: Db,
	userId: string,
	since: string,
	limit: number,
): Promise<{ subject: Exclude<ReportSubject, 'user'>; id: string }[]> {
	const recent = (subject: string) => sql`(
		select ${sql.lit(subject)} as subject, id, created_at from ${sql.table(`${subject}s`)}
		where user_id = ${userId} and state = 'published' and created_at >= ${since}::timestamptz order by created_at limit ${limit})`
	const { rows } = await sql<{ subject: Exclude<ReportSubject, 'user'>; id: string }>`
		select subject, id from (${sql.join(['review', 'comment', 'list'].map(recent), sql` union all `)}) texts
		order by created_at, id limit ${limit}`.execute(db)
	return rows
}
