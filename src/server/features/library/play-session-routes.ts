import { LIMITS } from '#contract/limits.ts'
import {
	createPlaySession,
	deletePlaySession,
	findPlaySessionProblems,
	NOT_YOUR_PLAY_SESSION,
	PLAY_OF_OTHER_GAME,
	PLAY_SESSION_NOT_FOUND,
	type PlaySessionInput,
	TOO_MANY_PLAY_SESSIONS,
	updatePlaySession,
} from '#contract/plays.ts'
import { now } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { App } from '#server/http/app-type.ts'
import { AppError, forbidden, invalidInput, notFound } from '#server/http/errors.ts'
import { createOnce } from '#server/http/idempotency.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { writeToLibrary } from './library-games.ts'
import { toPlaySession } from './play-responses.ts'
import { requireOwnPlay } from './play-routes.ts'
import { statusOfPlaySession } from './play-status.ts'
import { openEntry, touchEntry } from './queries-entries.ts'
import {
	addPlaySession,
	findEntryState,
	findPlaySession,
	isNewestPlaySession,
	lockEntryOf,
	removePlaySession,
	replacePlaySession,
	type WrittenPlaySession,
} from './queries-plays.ts'

/** Registers the routes of the viewer's own sessions. */
export function playSessionRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...createPlaySession,
		async handler(request, reply) {
			const { userId } = requireViewer(request)
			const { body } = request
			assertDay(body, services)
			const { id } = await createOnce(services, request, body, (db, id) =>
				inTransaction(db, (transaction) =>
					storeSession(transaction, { id, userId, gameId: request.params.gameId, body, at: now(services) }),
				),
			)
			reply.code(201)
			return loadSession(db, id)
		},
	})

	app.route({
		...updatePlaySession,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id } = request.params
			assertDay(request.body, services)
			await requireOwnSession(db, id, userId)
			await inTransaction(db, async (transaction) => {
				const gameId = await lockEntryOf(transaction, 'play_sessions', { id, userId })
				if (gameId === undefined) throw notFound(PLAY_SESSION_NOT_FOUND)
				const session = toWrittenSession(request.body)
				await assertPlayOfGame(transaction, session.playId, { userId, gameId })
				await replacePlaySession(transaction, { ...session, id, userId })
				await touchEntry(transaction, { userId, gameId, status: undefined, at: now(services) })
			})
			return loadSession(db, id)
		},
	})

	app.route({
		...deletePlaySession,
		async handler(request) {
			const { userId } = requireViewer(request)
			const { id } = request.params
			await requireOwnSession(db, id, userId)
			await inTransaction(db, async (transaction) => {
				const gameId = await lockEntryOf(transaction, 'play_sessions', { id, userId })
				if (gameId === undefined || !(await removePlaySession(transaction, id, userId)))
					throw notFound(PLAY_SESSION_NOT_FOUND)
				await touchEntry(transaction, { userId, gameId, status: undefined, at: now(services) })
			})
			return { success: true as const }
		},
	})
}

function assertDay(body: PlaySessionInput, services: Services): void {
	const problems = findPlaySessionProblems(body, services.clock())
	if (problems.length > 0) throw invalidInput(problems)
}

const toWrittenSession = ({ day, minutes, note, playId }: PlaySessionInput): WrittenPlaySession => ({
	day,
	minutes,
	note: note || null,
	playId: playId ?? null,
})

/** Adds a session to the entry of its game, or of the game that it was merged into. Throws 404 for an unknown game. */
async function storeSession(
	transaction: Tx,
	{ id, userId, body, at, ...of }: { id: string; userId: string; gameId: number; body: PlaySessionInput; at: string },
): Promise<void> {
	const { gameId } = await writeToLibrary(transaction, of.gameId, (gameId) =>
		openEntry(transaction, { userId, gameId, status: null, at }),
	)
	const session = toWrittenSession(body)
	await assertPlayOfGame(transaction, session.playId, { userId, gameId })
	const entry = await findEntryState(transaction, userId, gameId)
	if ((entry?.session_count ?? 0) >= LIMITS.playSessionsPerGame) throw new AppError(400, TOO_MANY_PLAY_SESSIONS)
	const isNewest = await isNewestPlaySession(transaction, { userId, gameId, day: session.day })
	await addPlaySession(transaction, { ...session, id, userId, gameId, at })
	const status = isNewest ? statusOfPlaySession(entry?.status ?? null) : undefined
	await touchEntry(transaction, { userId, gameId, status, at })
}

/** Throws 404, 403 or 400 unless a session's play, if it names one, is the viewer's own play of the game. */
async function assertPlayOfGame(
	transaction: Tx,
	playId: string | null,
	{ userId, gameId }: { userId: string; gameId: number },
): Promise<void> {
	if (playId === null) return
	const play = await requireOwnPlay(transaction, playId, userId)
	if (play.game_id !== gameId) throw invalidInput([{ path: 'playId', message: PLAY_OF_OTHER_GAME }])
}

/** Throws 404 for an unknown session, and 403 for that of somebody else. */
async function requireOwnSession(db: Db, id: string, userId: string): Promise<void> {
	const session = await findPlaySession(db, id)
	if (!session) throw notFound(PLAY_SESSION_NOT_FOUND)
	if (session.user_id !== userId) throw forbidden(NOT_YOUR_PLAY_SESSION)
}

async function loadSession(db: Db, id: string) {
	const row = await findPlaySession(db, id)
	if (!row) throw notFound(PLAY_SESSION_NOT_FOUND)
	return toPlaySession(row)
}
