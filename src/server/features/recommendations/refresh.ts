import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import type { Services } from '#server/services.ts'
import type { FittedBatch } from './fit.ts'
import { type FittingThread, startFittingThread } from './fitting-thread.ts'
import { LIKES_OF_PERSON } from './queries.ts'
import { addRows, beginModel, countRatings, findModel, listLikes, tryLockModel } from './queries-model.ts'

/** How old a model becomes. */
const MAX_AGE_MS = 6 * 60 * 60 * 1000
/** From so many ratings on, what people like says more than what games have in common. */
export const MIN_RATINGS = 1_000
/** Of a larger site the people with the lower ids stand for all. */
const MAX_LIKES = 10_000_000
const PEOPLE_PER_BATCH = 1_000
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

type Background = Pick<Services, 'backgroundDb' | 'clock'>

/**
 * Fits the model anew if it is older than six hours, and for the first time once the site has enough ratings. Readers see the previous one until all of it is written; after a kill, a stop or
 * a failure it stays. Of several runs at once, one writes.
 */
export async function refreshRecommendations({ backgroundDb, clock }: Background, stopping?: AbortSignal) {
	const previous = await findModel(backgroundDb)
	if (previous && previous.likes > 0 && isFresh(clock() - Date.parse(previous.fitted_at))) return
	const fittedAt = new Date(clock()).toISOString()
	if ((await withoutStatementTimeout(backgroundDb, countRatings)) < MIN_RATINGS) {
		if (previous?.likes !== 0) await replaceModel(backgroundDb, previous, { fittedAt, people: 0, likes: 0 }, [])
		return
	}
	await using thread = startFittingThread()
	const end = () => void thread[Symbol.asyncDispose]()
	stopping?.addEventListener('abort', end)
	try {
		const read = await readLikes(backgroundDb, thread, stopping)
		await replaceModel(backgroundDb, previous, { fittedAt, ...read }, await thread.fit())
	} catch (error) {
		if (!stopping?.aborted) throw error
	} finally {
		stopping?.removeEventListener('abort', end)
	}
}

/** One of the future was fitted before the clock was set back. */
function isFresh(ageMs: number): boolean {
	return ageMs >= 0 && ageMs < MAX_AGE_MS
}

/** Passes the likes of all people to the thread, and holds a connection for one batch at a time. Returns how many there are. */
async function readLikes(db: Background['backgroundDb'], thread: FittingThread, stopping: AbortSignal | undefined) {
	let people = 0
	let likes = 0
	let after = LOWEST_ID
	while (likes < MAX_LIKES) {
		stopping?.throwIfAborted()
		const rows = await withoutStatementTimeout(db, (connection) =>
			listLikes(connection, { after, people: PEOPLE_PER_BATCH, likes: LIKES_OF_PERSON }),
		)
		const last = rows.at(-1)
		if (!last) break
		after = last.id
		const liking = rows.flatMap(({ games }) => games || [])
		people += liking.length
		likes = await thread.add(liking)
	}
	return { people, likes }
}

/** Writes a model in one transaction, unless another run has written one since `previous`, or is about to. */
async function replaceModel(
	db: Background['backgroundDb'],
	previous: Awaited<ReturnType<typeof findModel>>,
	model: Parameters<typeof beginModel>[1],
	batches: AsyncIterable<FittedBatch> | Iterable<FittedBatch>,
): Promise<void> {
	await withoutStatementTimeout(db, (connection) =>
		// Not retried, because the batches come once
		connection.transaction().execute(async (transaction) => {
			if (!(await tryLockModel(transaction)) || (await findModel(transaction))?.fitted_at !== previous?.fitted_at)
				return
			await beginModel(transaction, model)
			for await (const batch of batches) await addRows(transaction, batch)
		}),
	)
}
