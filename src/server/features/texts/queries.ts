import { sql } from 'kysely'
import type { SpoilerSetting } from '#contract/preferences.ts'
import { includesRole, type Role } from '#contract/roles.ts'
import type { UserRef } from '#contract/users.ts'
import { roleInForce } from '#server/db/roles.ts'
import type { Db } from '#server/db/tables.ts'
import {
	type Audience,
	createTextReader,
	hasSpoilers,
	type SpoilerSubject,
	type TextReader,
} from './queries-text-reader.ts'

/**
 * Loads what it takes to send these subjects to a viewer (null: a visitor). Only where one of them has spoilers of others, or
 * mentions somebody, does this read anything.
 */
export async function loadTextReader(
	db: Db,
	viewerId: string | null,
	subjects: readonly SpoilerSubject[],
	{ reveal = false }: { reveal?: boolean | undefined } = {},
): Promise<TextReader> {
	const [audience, mentions] = await Promise.all([
		findAudience(db, viewerId, reveal, subjects),
		findMentions(db, viewerId, subjects),
	])
	return createTextReader(audience, mentions)
}

interface AudienceRow {
	setting: SpoilerSetting
	role: Role | null
	games: number[]
	reviews: string[]
}

/** Reads what opens spoilers to a viewer, and which of these games and reviewed games they have finished. */
async function findAudienceRow(
	db: Db,
	viewerId: string,
	about: { games: number[]; reviews: string[] },
): Promise<AudienceRow | undefined> {
	const isFinished = (game: string) => sql`(
		exists (select from library_entries e where e.user_id = ${viewerId} and e.game_id = ${sql.raw(game)} and e.status in ('finished', 'completed', 'abandoned'))
		or exists (select from plays p where p.user_id = ${viewerId} and p.game_id = ${sql.raw(game)} and p.outcome is not null))`
	// The page bounds the ids, and each is looked up. Of a review, whoever may read it, this reads which game it is about.
	const { rows } = await sql<AudienceRow>`
		select coalesce((select spoilers from preferences where user_id = ${viewerId}), 'progress') as setting,
			(select ${sql.raw(roleInForce('u'))} from users u where u.id = ${viewerId}) as role,
			array(select g.id from unnest(${about.games}::int[]) g (id) where ${isFinished('g.id')}) as games,
			array(select r.id from reviews r where r.id = any(${about.reviews}::uuid[]) and ${isFinished('r.game_id')}) as reviews`.execute(
		db,
	)
	return rows[0]
}

async function findAudience(
	db: Db,
	viewerId: string | null,
	isRevealed: boolean,
	subjects: readonly SpoilerSubject[],
): Promise<Audience> {
	const spoiling =
		viewerId === null || isRevealed
			? []
			: subjects.filter((subject) => subject.authorId !== viewerId && hasSpoilers(subject))
	const games = new Set(spoiling.flatMap(({ about }) => (about && 'gameId' in about ? [about.gameId] : [])))
	const reviews = new Set(spoiling.flatMap(({ about }) => (about && 'reviewId' in about ? [about.reviewId] : [])))
	const row =
		viewerId === null || spoiling.length === 0
			? undefined
			: await findAudienceRow(db, viewerId, { games: [...games], reviews: [...reviews] })
	return {
		viewerId,
		isRevealed,
		isModerator: includesRole(row?.role ?? 'member', 'moderator'),
		setting: row?.setting ?? 'progress',
		finished: new Set<number | string>([...(row?.games ?? []), ...(row?.reviews ?? [])]),
	}
}

async function findMentions(
	db: Db,
	viewerId: string | null,
	subjects: readonly SpoilerSubject[],
): Promise<Map<string, Map<string, UserRef>>> {
	// The notes of a list have its id
	const ids = [...new Set(subjects.flatMap(({ id, hasMentions }) => (hasMentions ? [id] : [])))]
	const byId = new Map<string, Map<string, UserRef>>()
	if (ids.length === 0) return byId
	const { rows } = await sql<{ subject: string; name: string; user: UserRef }>`
		select m.subject, m.name, json_build_object('id', u.id, 'username', u.username, 'profilePicture', u.picture) as user
		from mentions m join visible_users(${viewerId}) u on u.id = m.user_id where m.subject = any(${ids}::uuid[])`.execute(
		db,
	)
	for (const { subject, name, user } of rows) {
		const users = byId.get(subject) ?? new Map<string, UserRef>()
		byId.set(subject, users.set(name, user))
	}
	return byId
}
