import { createHash } from 'node:crypto'
import { type ShareRequest, sharePictureSize } from '#art/share/share-picture.ts'
import type { Refusal } from '#contract/endpoint.ts'
import { DRAWING_VERSION } from '#contract/share-pictures.ts'
import { createDrawingProcess } from '#server/features/media/drawing-process.ts'
import type { FileCache } from '#server/features/media/file-cache.ts'
import { AppError } from '#server/http/errors.ts'
import { createLimiter, type QueueState } from '#server/http/limiter.ts'
import type { PictureLoader } from './picture-loader.ts'
import { renderInChild } from './render-in-child.ts'
import type { Sketch } from './sketches.ts'

/** A share picture as JPEG. */
export interface SharePicture {
	bytes: Buffer
	/** False if something in it could not be loaded, so that a later drawing may differ. */
	isComplete: boolean
}

/** The pictures that stand for pages where their links are shared. */
export interface SharePictures {
	/** Returns the picture. Throws 503 if too many requests are waiting, or if drawing takes too long. */
	draw: (sketch: Sketch) => Promise<SharePicture>
	queueState: () => QueueState
	close: () => Promise<void>
}

const PROGRAM = new URL('../../../art/share/share-worker.ts', import.meta.url)
const BUSY: Refusal = { code: 'unavailable', error: 'Too many pictures are being drawn right now.' }
const RETRY_SECONDS = 5
const TIMEOUT_MS = 15_000

/** Returns share pictures that are drawn one at a time, each once: they are cached, and concurrent requests share the work. */
export function createSharePictures(cache: FileCache, createLoader: () => PictureLoader): SharePictures {
	const pending = new Map<string, Promise<SharePicture>>()
	const process = createDrawingProcess<ShareRequest, string>(PROGRAM, {
		timeout: { ms: TIMEOUT_MS, createError: () => busy('A share picture took too long to draw') },
	})
	// While one picture is drawn, the covers of the next are fetched. At half a second per picture the last waits ten seconds.
	const limiter = createLimiter({ maxConcurrent: 3, maxQueued: 20, refusal: BUSY, retryAfterSeconds: RETRY_SECONDS })
	const drawing = createLimiter({ maxConcurrent: 1 })

	async function drawNow({ load }: Sketch): Promise<SharePicture> {
		const loader = createLoader()
		const { request, backdrop } = await load(loader)
		const { jpeg, isComplete } = await drawing.run(async () =>
			renderInChild(await process.draw(request), sharePictureSize(request), loader.pictures, backdrop),
		)
		return { bytes: jpeg, isComplete: isComplete && loader.isComplete() }
	}

	async function readOrDraw(name: string, sketch: Sketch): Promise<SharePicture> {
		const cached = await cache.get(name)
		if (cached) return { bytes: cached, isComplete: true }
		const picture = await limiter.run(() => drawNow(sketch))
		if (picture.isComplete) await cache.put(name, picture.bytes)
		return picture
	}

	return {
		draw(sketch) {
			const name = getFileName(sketch)
			const running = pending.get(name)
			if (running) return running
			const picture = readOrDraw(name, sketch).finally(() => pending.delete(name))
			pending.set(name, picture)
			return picture
		},
		queueState: limiter.queueState,
		close: () => process.close(),
	}
}

function getFileName({ shown }: Sketch): string {
	const hash = createHash('sha256').update(JSON.stringify([DRAWING_VERSION, shown]))
	return `${hash.digest('base64url').slice(0, 27)}.jpg`
}

function busy(reason: string): AppError {
	return new AppError(503, BUSY, { headers: { 'retry-after': String(RETRY_SECONDS) }, cause: new Error(reason) })
}
