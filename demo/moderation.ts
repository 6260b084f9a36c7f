import { v7 as uuidv7 } from 'uuid'
import type { ActionInput } from '#contract/moderation.ts'
import type { ReportReason, ReportSubject } from '#contract/report-reasons.ts'
import { edit, undoEdit } from '#server/catalog/edit-game.ts'
import { addSuggestion } from '#server/catalog/queries-suggestions.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addAppeal } from '#server/features/moderation/queries-appeals.ts'
import { addReport, lockCase } from '#server/features/moderation/queries-cases.ts'
import { findSubject } from '#server/features/moderation/queries-subjects.ts'
import { takeAction } from '#server/features/moderation/take-action.ts'
import { toSearchForm } from '#server/features/search/search-key.ts'
import { setDuties } from '#server/features/site/queries.ts'
import type { Services } from '#server/services.ts'

/** Who keeps order on the demo site, with the password of everybody there. */
export const MODERATOR = 'juno_w'
export const ADMIN = 'oldsave'

const HOUR_MS = 60 * 60 * 1000

/** A report of the demo: the newest text of this kind by somebody. */
interface Story {
	subject: ReportSubject
	by: string
	reporters: readonly string[]
	reason: ReportReason
	text?: string
	hoursAgo: number
}

const WAITING: readonly Story[] = [
	{ subject: 'review', by: 'gloamhound', reporters: ['lowtide', 'ninedown'], reason: 'spoiler', hoursAgo: 21 },
	{ subject: 'comment', by: 'two_credits', reporters: ['rafa_m'], reason: 'harassment', hoursAgo: 9 },
	{
		subject: 'list',
		by: 'kofi_unpatched',
		reporters: ['pocketlint'],
		reason: 'other',
		text: 'Half of these are not out yet. Is this list meant as a joke?',
		hoursAgo: 3,
	},
	{ subject: 'user', by: 'day_one_dev', reporters: ['torque_and_tea'], reason: 'impersonation', hoursAgo: 1 },
]

const DECIDED: readonly (Story & { action: Pick<ActionInput, 'action' | 'reason' | 'note'>; appeal?: string })[] = [
	{
		subject: 'review',
		by: 'kestrel',
		reporters: ['tobben'],
		reason: 'off_topic',
		hoursAgo: 30,
		action: { action: 'dismiss' },
	},
	{
		subject: 'user',
		by: 'bananacreeper14',
		reporters: ['lin_off_shift'],
		reason: 'spam',
		hoursAgo: 28,
		action: { action: 'warn', reason: 'spam', note: 'Please post each opinion once.' },
		appeal: 'it was my brother!! he had my phone',
	},
]

/** Invented games that no source knows. */
const SUGGESTED = [
	{
		by: 'lowtide',
		name: 'Harbor of Small Lights',
		releaseYear: 2011,
		platforms: ['PC'],
		developers: ['Two Chairs'],
		note: 'Was only on a game jam page, but half of my friends have finished it.',
	},
	{
		by: 'tobben',
		name: 'Kvarnen',
		releaseYear: 1994,
		platforms: ['Amiga'],
		developers: [],
		note: 'Came on a cover disk. A mill, and somebody in it.',
	},
] as const

/** Fills the queue of moderators: reports and suggestions that wait, decisions and edits in the log, and an appeal. */
export async function addModeration(services: Services): Promise<void> {
	const { db } = services
	const [moderatorId, adminId] = [await findId(db, MODERATOR), await findId(db, ADMIN)]
	await db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderatorId).execute()
	await db.updateTable('users').set({ role: 'admin' }).where('id', '=', adminId).execute()
	// Whoever tries them has no second factor
	await setDuties(db, [])
	for (const story of WAITING) await report(services, story)
	for (const { action, appeal, ...story } of DECIDED) {
		const subjectId = await report(services, story)
		if (subjectId === undefined) continue
		const { id: actionId } = await takeAction(
			services,
			{ userId: adminId },
			{ ...action, subject: story.subject, subjectId },
		)
		if (appeal) await addAppeal(db, { id: uuidv7(), actionId, text: appeal, at: now(services) })
	}
	for (const { by, note, ...game } of SUGGESTED) await suggest(services, await findId(db, by), { ...game, note })
	await editGames(services, moderatorId)
}

async function suggest(
	services: Services,
	userId: string,
	{ name, releaseYear, platforms, developers, note }: Omit<(typeof SUGGESTED)[number], 'by'>,
): Promise<void> {
	const id = uuidv7()
	const nameKey = toSearchForm(name).joined
	const facts = { name, nameKey, releaseYear, platforms, developers, url: null, note }
	await addSuggestion(services.db, { id, userId, ...facts, at: now(services) })
}

/** Edits a game twice, and takes the second edit back. */
async function editGames(services: Services, moderatorId: string): Promise<void> {
	const game = await services.db
		.selectFrom('game_records')
		.select('game_id')
		.orderBy('game_id')
		.limit(1)
		.executeTakeFirst()
	if (!game) return
	const moderator = { userId: moderatorId, holdRole: async () => {} }
	await edit(services, moderator, game.game_id, { aliases: ['The one with the mountain'] })
	const { seen } = await edit(services, moderator, game.game_id, { genres: ['Racing'] })
	if (seen !== null) await undoEdit(services, moderator, game.game_id, seen)
}

/** Returns the id of what was reported; undefined if there is nothing such. */
async function report(services: Services, { subject, by, reporters, reason, text, hoursAgo }: Story) {
	const { db } = services
	const subjectId = await findNewest(db, subject, await findId(db, by))
	const found = subjectId === undefined ? undefined : await findSubject(db, subject, subjectId)
	if (subjectId === undefined || !found) return undefined
	const at = new Date(services.clock() - hoursAgo * HOUR_MS).toISOString()
	await inTransaction(db, async (transaction) => {
		await lockCase(transaction, { subject, subjectId, found })
		for (const reporter of reporters)
			await addReport(transaction, {
				id: uuidv7(),
				subjectId,
				reason,
				text: text ?? null,
				reporterId: await findId(transaction, reporter),
				email: null,
				sender: null,
				at,
				snapshot: found.text,
			})
	})
	return subjectId
}

async function findId(db: Db, username: string): Promise<string> {
	const row = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
	return row.id
}

async function findNewest(db: Db, subject: ReportSubject, userId: string): Promise<string | undefined> {
	if (subject === 'user') return userId
	const row = await db
		.selectFrom(`${subject}s`)
		.select('id')
		.where('user_id', '=', userId)
		.orderBy('created_at', 'desc')
		.limit(1)
		.executeTakeFirst()
	return row?.id
}
