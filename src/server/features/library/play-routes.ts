import { LIMITS } from '#contract/limits.ts'
import {
	createPlay,
	deletePlay,
	findPlayDateProblems,
	NOT_YOUR_PLAY,
	PLAY_NOT_FOUND,
	type PlayInput,
	TOO_MANY_PLAYS,
	updatePlay,
} from '#contract/plays.ts'
import { now } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, forbidden, invalidInput, notFound } from '#server/http/errors.ts'
import { createOnce } from '#server/http/idempotency.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { assertPlatformOfGame, writeToLibrary } from './library-games.ts'
import { toPlay } from './play-responses.ts'
import { statusOfPlay } from './play-status.ts'
import { openEntry, touchEntry } from './queries-entries.ts'
import {
	addPlay,
	findEntryState,
	findPlay,
	hasEarlierPlay,
	isNewestPlay,
	lockEntryOf,
	removePlay,
	replacePlay,
	type WrittenPlay,
} from './queries-plays.ts'

/** Registers the routes of the viewer's own plays. */
export function playRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...createPlay,
		async handler(request, reply) {
			const { userId } = requireViewer(request)
			const { body } = request
			assertDates(body, services)
			await assertPlatformOfGame(db, request.params.gameId, body.platform)
			const { id } = await createOnce(services, request, body, (db, id) =>
				inTransaction(db, (transaction) =>
					storePlay(transaction, { id, userId, gameId: request.params.gameId, body, at: now(services) }),
				),
			)
			reply.code(201)
			return loadPlay(db, id)
		},
	})

	app.route({
		...updatePlay,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id } = request.params
			const { body } = request
			assertDates(body, services)
			const { game_id, platform } = await requireOwnPlay(db, id, userId)
			await assertPlatformOfGame(db, game_id, body.platform, platform)
			await inTransaction(db, async (transaction) => {
				const gameId = await lockEntryOf(transaction, 'plays', { id, userId })
				if (gameId === undefined) throw notFound(PLAY_NOT_FOUND)
				const isReplay = body.isReplay ?? (await hasEarlierPlay(transaction, { userId, gameId, before: id }))
				const play = toWrittenPlay(body, isReplay)
				await replacePlay(transaction, { ...play, id, userId, at: now(services) })
				await applyStatus(transaction, { play, id, userId, gameId, at: now(services) })
			})
			return loadPlay(db, id)
		},
	})

	app.route({
		...deletePlay,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id } = request.params
			await requireOwnPlay(db, id, userId)
			await inTransaction(db, async (transaction) => {
				const gameId = await lockEntryOf(transaction, 'plays', { id, userId })
				if (gameId === undefined || !(await removePlay(transaction, id, userId))) throw notFound(PLAY_NOT_FOUND)
				await touchEntry(transaction, { userId, gameId, status: undefined, at: now(services) })
			})
			return { success: true as const }
		},
	})
}

function assertDates(body: PlayInput, services: Services): void {
	const problems = findPlayDateProblems(body, services.clock())
	if (problems.length > 0) throw invalidInput(problems)
}

const toWrittenPlay = (body: PlayInput, isReplay: boolean): WrittenPlay => ({
	platform: body.platform ?? null,
	startedOn: body.startedOn ?? null,
	endedOn: body.endedOn ?? null,
	outcome: body.outcome ?? null,
	isReplay,
	minutes: body.minutes ?? null,
	note: body.note || null,
})

/** Adds a play to the entry of its game, or of the game that it was merged into. Throws 404 for an unknown game. */
async function storePlay(
	transaction: Tx,
	{ id, userId, body, at, ...of }: { id: string; userId: string; gameId: number; body: PlayInput; at: string },
): Promise<void> {
	const { gameId } = await writeToLibrary(transaction, of.gameId, (gameId) =>
		openEntry(transaction, { userId, gameId, status: null, at }),
	)
	const entry = await findEntryState(transaction, userId, gameId)
	if ((entry?.play_count ?? 0) >= LIMITS.playsPerGame) throw new AppError(400, TOO_MANY_PLAYS)
	const isReplay = body.isReplay ?? (await hasEarlierPlay(transaction, { userId, gameId, before: null }))
	const play = toWrittenPlay(body, isReplay)
	await addPlay(transaction, { ...play, id, userId, gameId, at })
	await applyStatus(transaction, { play, id, userId, gameId, at })
}

/** Gives the entry the status of a play that was written, if it is the newest. */
async function applyStatus(
	transaction: Tx,
	{ play, id, ...entry }: { play: WrittenPlay; id: string; userId: string; gameId: number; at: string },
): Promise<void> {
	const current = (await findEntryState(transaction, entry.userId, entry.gameId))?.status ?? null
	const status = (await isNewestPlay(transaction, id)) ? statusOfPlay(play, current) : undefined
	await touchEntry(transaction, { ...entry, status: status === current ? undefined : status })
}

/** Throws 404 for an unknown play, and 403 for that of somebody else. */
export async function requireOwnPlay(db: Db, id: string, userId: string) {
	const play = await findPlay(db, id)
	if (!play) throw notFound(PLAY_NOT_FOUND)
	if (play.user_id !== userId) throw forbidden(NOT_YOUR_PLAY)
	return play
}

async function loadPlay(db: Db, id: string) {
	const row = await findPlay(db, id)
	if (!row) throw notFound(PLAY_NOT_FOUND)
	return toPlay(row)
}
