import type { ReportSubject } from '#contract/report-reasons.ts'
import type { UserRef } from '#contract/users.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import type { Db, Row } from '#server/db/tables.ts'

/** As much of a text as the queue and the log keep. */
export const SNAPSHOT_LENGTH = 20_000

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
}

export const USER_REF = (user: string) =>
	`json_build_object('id', ${user}.id, 'username', ${user}.username, 'profilePicture', ${user}.picture)`

const authorLives = (author: string) => `exists (select from users a where a.id = ${author} and a.deleted_at is null)`

const NO_COMMENT = 'null::uuid as review_id, null::uuid as list_id, null::json as parent'
const FIND: Readonly<Record<ReportSubject, string>> = {
	review: `select 'review' as subject, r.id as subject_id, coalesce(m.author_id, r.user_id) as author_id, left(r.description, ${SNAPSHOT_LENGTH}) as text,
			g.name as title, r.contains_spoilers, r.spoiler_locked, m.action_id as hiding_action_id, ${NO_COMMENT}
		from reviews r join games g on g.id = r.game_id left join removed_texts m on m.subject_id = r.id
		where r.id = any($1::uuid[]) and ${authorLives('coalesce(m.author_id, r.user_id)')}`,
	comment: `select 'comment' as subject, c.id as subject_id, coalesce(m.author_id, c.user_id) as author_id, c.content as text,
			coalesce(g.name, l.title) as title, c.contains_spoilers, c.spoiler_locked, m.action_id as hiding_action_id, c.review_id, c.list_id,
			(select json_build_object('id', p.id, 'text', p.content, 'user', (
				select ${USER_REF('u')} from users u where u.id = p.user_id and u.deleted_at is null
			)) from comments p where p.id = c.parent_id) as parent
		from comments c left join removed_texts m on m.subject_id = c.id left join lists l on l.id = c.list_id
		left join reviews r on r.id = c.review_id left join games g on g.id = r.game_id
		where c.id = any($1::uuid[]) and c.removed_at is null and ${authorLives('coalesce(m.author_id, c.user_id)')}`,
	list: `select 'list' as subject, l.id as subject_id, coalesce(m.author_id, l.user_id) as author_id, left(concat_ws(E'\\n\\n', l.title, l.description,
			(select string_agg(i.notes, E'\\n' order by i.position) from list_items i where i.list_id = l.id and i.notes <> '')), ${SNAPSHOT_LENGTH}) as text,
			l.title, false as contains_spoilers, false as spoiler_locked, m.action_id as hiding_action_id, ${NO_COMMENT}
		from lists l left join removed_texts m on m.subject_id = l.id
		where l.id = any($1::uuid[]) and ${authorLives('coalesce(m.author_id, l.user_id)')}`,
	user: `select 'user' as subject, u.id as subject_id, u.id as author_id, concat_ws(E'\\n\\n', u.username, u.name, coalesce(u.bio, m.bio)) as text,
			u.username as title, false as contains_spoilers, false as spoiler_locked, m.action_id as hiding_action_id, ${NO_COMMENT}
		from users u left join removed_profiles m on m.user_id = u.id where u.id = any($1::uuid[]) and u.deleted_at is null`,
}

/** Finds things of one kind by their ids. */
export function findSubjects(db: Db, subject: ReportSubject, ids: readonly string[]): Promise<SubjectRow[]> {
	return ids.length === 0 ? Promise.resolve([]) : rawQuery<SubjectRow>(db, FIND[subject], [ids])
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
export function findAuthors(db: Db, ids: readonly string[]): Promise<AuthorRow[]> {
	const text = `select u.id, u.username, u.picture, u.role, u.created_at, u.suspended_until, u.banned_at, c.review_count, c.list_count, c.follower_count,
			(select count(*)::int from moderation_cases m where m.author_id = u.id and m.open_count > 0) as open_groups
		from users u join user_counts c on c.id = u.id where u.id = any($1::uuid[]) and u.deleted_at is null`
	return ids.length === 0 ? Promise.resolve([]) : rawQuery<AuthorRow>(db, text, [ids])
}

/** Lists up to `limit` texts that an account wrote since a time and that are not removed, oldest first. */
export function listRecentTexts(
	db: Db,
	userId: string,
	since: string,
	limit: number,
): Promise<{ subject: Exclude<ReportSubject, 'user'>; id: string }[]> {
	const text = `select subject, id from (
			(select 'review' as subject, id, created_at from reviews where user_id = $1 and not withdrawn and created_at >= $2::timestamptz order by created_at limit $3)
			union all (select 'comment', id, created_at from comments where user_id = $1 and not withdrawn and removed_at is null and created_at >= $2::timestamptz order by created_at limit $3)
			union all (select 'list', id, created_at from lists where user_id = $1 and not withdrawn and created_at >= $2::timestamptz order by created_at limit $3)
		) texts order by created_at, id limit $3`
	return rawQuery(db, text, [userId, since, limit])
}
