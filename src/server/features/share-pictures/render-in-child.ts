import type { Size } from '#art/share/frame.ts'
import type { Backdrop, ContainedPicture } from '#art/share/share-picture.ts'
import { packBuffers } from '#server/features/media/buffer-packing.ts'
import { decodeInChild } from '#server/features/media/decode-in-child.ts'

/** The first buffer of a packed drawing. The others are its SVG, its pictures and its backdrop. */
export interface PackedHeader {
	size: Size
	sizes: readonly { width: number; height: number }[]
	backdrop: { isSoft: boolean } | undefined
}

const PROGRAM = new URL('./render-picture.ts', import.meta.url)
const TIMEOUTS = { startMs: 30_000, decodeMs: 20_000 }
/** Rejections are for pictures of people, which this program does not look at. */
const NO_LIMITS = { pixels: 0, wholePixels: 0 } as const

/**
 * Renders a share picture in a process of its own, because the pictures in it came from people and other sites. Throws 503
 * if the process does not start or finish in time.
 */
export async function renderInChild(
	svg: string,
	size: Size,
	pictures: readonly ContainedPicture[],
	backdrop: Backdrop | undefined,
): Promise<{ jpeg: Buffer; isComplete: boolean }> {
	const header: PackedHeader = {
		size,
		sizes: pictures.map(({ width, height }) => ({ width, height })),
		backdrop: backdrop && { isSoft: backdrop.isSoft },
	}
	const parts = [
		Buffer.from(JSON.stringify(header)),
		Buffer.from(svg),
		...pictures.map(({ bytes }) => bytes),
		...(backdrop ? [backdrop.bytes] : []),
	]
	const result = await decodeInChild([packBuffers(parts)], {
		program: PROGRAM,
		limits: NO_LIMITS,
		fileCount: 2,
		options: [String(parts.length)],
		timeouts: TIMEOUTS,
	})
	if (typeof result === 'string') throw new Error('The program that renders share pictures failed')
	const [jpeg = Buffer.alloc(0), flag] = result
	return { jpeg, isComplete: String(flag) === 'complete' }
}
