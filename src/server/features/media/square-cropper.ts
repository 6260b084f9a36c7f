import type { Refusal } from '#contract/endpoint.ts'
import {
	GIF_OR_AVIF_TOO_MANY_PIXELS,
	NOT_A_PICTURE,
	PICTURE_BROKEN,
	PICTURE_LIMITS,
	PICTURE_TOO_MANY_PIXELS,
	PICTURES_BUSY,
} from '#contract/profile.ts'
import { AppError } from '#server/http/errors.ts'
import { createLimiter, type QueueState } from '#server/http/limiter.ts'
import { decodeInChild } from './decode-in-child.ts'
import type { Rejection } from './decode-result.ts'
import { hasPictureSignature, SIGNATURE_BYTES } from './picture-signature.ts'

/** The two sizes in which a picture is stored, as WebP. */
export interface Squares {
	small: Buffer
	large: Buffer
}

const PROGRAM = new URL('./crop-squares.ts', import.meta.url)

const REFUSALS: Readonly<Record<Rejection, [number, Refusal]>> = {
	unsupported: [400, NOT_A_PICTURE],
	damaged: [400, PICTURE_BROKEN],
	too_wide: [413, PICTURE_TOO_MANY_PIXELS],
	whole_too_wide: [413, GIF_OR_AVIF_TOO_MANY_PIXELS],
}

/** Crops uploaded pictures. */
export interface SquareCropper {
	/**
	 * Crops a picture to squares: its first frame, turned upright, cropped to the center, without metadata. Throws an
	 * `AppError` if the bytes are not a picture, damaged or too large, or if the machine is too busy.
	 */
	cropSquares: (picture: readonly Buffer[]) => Promise<Squares>
	queueState: () => QueueState
}

/** Creates a cropper that decodes one picture at a time. */
export function createSquareCropper(): SquareCropper {
	// Decoding the largest picture takes 400 MB
	const limiter = createLimiter({ maxConcurrent: 1, maxQueued: 32, refusal: PICTURES_BUSY, retryAfterSeconds: 5 })
	async function cropSquares(picture: readonly Buffer[]): Promise<Squares> {
		const result = hasPictureSignature(Buffer.concat(picture, SIGNATURE_BYTES))
			? await limiter.run(() => decodeInChild(picture, { program: PROGRAM, limits: PICTURE_LIMITS, fileCount: 2 }))
			: 'unsupported'
		if (typeof result === 'string') throw pictureRefused(...REFUSALS[result])
		const [large, small] = result
		if (!large || !small) throw pictureRefused(...REFUSALS.damaged)
		return { small, large }
	}
	return { cropSquares, queueState: limiter.queueState }
}

function pictureRefused(status: number, refusal: Refusal): AppError {
	return new AppError(status, refusal, { details: [{ path: 'profilePicture', message: refusal.error }] })
}
