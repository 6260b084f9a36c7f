import type { Refusal } from '#contract/endpoint.ts'
import {
	NOT_A_PICTURE,
	PICTURE_BROKEN,
	PICTURE_LIMITS,
	PICTURE_TOO_WIDE,
	PICTURES_BUSY,
	WHOLE_PICTURE_TOO_WIDE,
} from '#contract/profile.ts'
import { AppError } from '#server/http/errors.ts'
import { createLimiter } from '#server/http/limiter.ts'
import { decodedApart } from './decode-in-child.ts'
import type { Rejection } from './decode-result.ts'
import { KIND_BYTES, looksLikePicture } from './picture-kind.ts'

/** The two sizes in which a picture is kept, as WebP. */
export interface Squares {
	small: Buffer
	large: Buffer
}

const PROGRAM = new URL('./cut-squares.ts', import.meta.url)

const REFUSALS: Readonly<Record<Rejection, [number, Refusal]>> = {
	unsupported: [400, NOT_A_PICTURE],
	damaged: [400, PICTURE_BROKEN],
	too_wide: [413, PICTURE_TOO_WIDE],
	whole_too_wide: [413, WHOLE_PICTURE_TOO_WIDE],
}

/**
 * Makes the squares of a picture as it was sent: its first frame, turned upright, cut at the middle, without anything
 * but its colors. Throws an `AppError` with a sentence where the bytes are no picture, a broken one, or too large, or
 * where the machine is too busy.
 */
export type CutSquares = (picture: readonly Buffer[]) => Promise<Squares>

/** Decodes one picture at a time. */
export function createSquareCutter(): CutSquares {
	// The largest picture takes 400 MB of the machine while it is decoded
	const limiter = createLimiter({ atOnce: 1, mostWaiting: 32, why: PICTURES_BUSY, retrySeconds: 5 })
	return async (picture) => {
		const made = looksLikePicture(Buffer.concat(picture, KIND_BYTES))
			? await limiter.run(() => decodedApart(picture, { program: PROGRAM, limits: PICTURE_LIMITS, files: 2 }))
			: 'unsupported'
		if (typeof made === 'string') throw refused(...REFUSALS[made])
		const [large, small] = made
		if (!large || !small) throw refused(...REFUSALS.damaged)
		return { small, large }
	}
}

function refused(status: number, why: Refusal): AppError {
	return new AppError(status, why, { details: [{ path: 'profilePicture', message: why.error }] })
}
