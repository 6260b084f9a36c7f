import { createHash } from 'node:crypto'
import type { ArtFacts, Motif } from '#art/cover.ts'
import { drawWebp } from '#art/draw.ts'
import type { Refusal } from '#contract/endpoint.ts'
import { createLimiter } from '#server/http/limiter.ts'
import { drawingThread } from './drawing-thread.ts'
import type { KeptFiles } from './file-cache.ts'

const BUSY: Refusal = { code: 'unavailable', error: 'Too many pictures are being drawn right now.' }

// drawing_mark in the database has it too: one goes up with the other
export const FORM = 2

const WIDTHS: Readonly<Record<'cover' | 'scene', readonly number[]>> = {
	cover: [150, 300, 450, 600],
	scene: [320, 640, 1280],
}

/** The pictures that the site draws itself. */
export interface Drawings {
	/** The picture as WebP, at least so many pixels wide where that size is made. Throws 503 where too many wait to be drawn. */
	draw: (motif: Motif, facts: ArtFacts, width: number) => Promise<Buffer>
	close: () => Promise<void>
}

/** Draws each picture once, one after the other, and keeps it; one that is being drawn is waited for. */
export function drawings(kept: KeptFiles): Drawings {
	const drawing = new Map<string, Promise<Buffer>>()
	const thread = drawingThread()
	// A screen full of covers each for several visitors who come first; at 30 ms one waits some seconds
	const limiter = createLimiter({ atOnce: 1, mostWaiting: 200, why: BUSY, retrySeconds: 5 })
	return {
		draw(motif, facts, asked) {
			const widths = WIDTHS[motif === 'cover' ? 'cover' : 'scene']
			const width = widths.find((width) => width >= asked) ?? widths.at(-1) ?? asked
			const name = `${createHash('sha256')
				.update(JSON.stringify([FORM, motif, facts, width]))
				.digest('base64url')
				.slice(0, 27)}.webp`
			const known = drawing.get(name)
			if (known) return known
			const picture = keptOrDrawn(name).finally(() => drawing.delete(name))
			drawing.set(name, picture)
			return picture

			async function keptOrDrawn(name: string): Promise<Buffer> {
				const before = await kept.get(name)
				if (before) return before
				const made = await limiter.run(async () => drawWebp(await thread.svgOf({ motif, facts }), width))
				await kept.put(name, made)
				return made
			}
		},
		close: thread.close,
	}
}
