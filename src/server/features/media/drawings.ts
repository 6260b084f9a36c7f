import { createHash } from 'node:crypto'
import type { ArtFacts, PictureKind } from '#art/cover.ts'
import type { DrawingRequest } from '#art/drawing-worker.ts'
import type { Refusal } from '#contract/endpoint.ts'
import { createLimiter, type QueueState } from '#server/http/limiter.ts'
import { createDrawingProcess } from './drawing-process.ts'
import type { FileCache } from './file-cache.ts'

const PROGRAM = new URL('../../../art/drawing-worker.ts', import.meta.url)
const BUSY: Refusal = { code: 'unavailable', error: 'Too many pictures are being drawn right now.' }

// Must match the version in the database function drawing_mark: raise both together
export const DRAWING_VERSION = 3

const WIDTHS: Readonly<Record<'cover' | 'scene', readonly number[]>> = {
	cover: [150, 300, 450, 600],
	scene: [320, 640, 1280],
}
// Below this, the line with studio and year is unreadable
const MIN_LABELED_WIDTH = 300

/** The pictures of games that the site draws itself. */
export interface Drawings {
	/** Returns the picture as WebP, at least `width` px wide if that size exists. Throws 503 if too many requests are waiting. */
	draw: (kind: PictureKind, facts: ArtFacts, width: number) => Promise<Buffer>
	/** Returns the picture if it has been drawn and is still stored in that size. */
	findDrawn: (kind: PictureKind, facts: ArtFacts, width: number) => Promise<Buffer | undefined>
	queueState: () => QueueState
	close: () => Promise<void>
}

/** Returns drawings that are drawn one at a time, each once: they are cached, and concurrent requests share the work. */
export function drawings(cache: FileCache): Drawings {
	const pending = new Map<string, Promise<Buffer>>()
	const process = createDrawingProcess<DrawingRequest, Buffer>(PROGRAM)
	// A screenful of covers each for several first visitors; at 30 ms per drawing they wait some seconds
	const limiter = createLimiter({ maxConcurrent: 1, maxQueued: 200, refusal: BUSY, retryAfterSeconds: 5 })
	return {
		draw(kind, facts, minWidth) {
			const { name, width } = findFile(kind, facts, minWidth)
			const running = pending.get(name)
			if (running) return running
			const picture = readOrDraw(name).finally(() => pending.delete(name))
			pending.set(name, picture)
			return picture

			async function readOrDraw(name: string): Promise<Buffer> {
				const cached = await cache.get(name)
				if (cached) return cached
				const bytes = await limiter.run(() => process.draw({ kind, facts, labels: width >= MIN_LABELED_WIDTH, width }))
				await cache.put(name, bytes)
				return bytes
			}
		},
		findDrawn: (kind, facts, minWidth) => cache.get(findFile(kind, facts, minWidth).name),
		queueState: limiter.queueState,
		close: () => process.close(),
	}
}

function findFile(kind: PictureKind, facts: ArtFacts, minWidth: number): { name: string; width: number } {
	const widths = WIDTHS[kind === 'cover' ? 'cover' : 'scene']
	const width = widths.find((width) => width >= minWidth) ?? widths.at(-1) ?? minWidth
	const hash = createHash('sha256')
		.update(JSON.stringify([DRAWING_VERSION, kind, facts, width]))
		.digest('base64url')
	return { name: `${hash.slice(0, 27)}.webp`, width }
}
