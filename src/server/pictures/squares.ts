import {
	NOT_A_PICTURE,
	PICTURE_BROKEN,
	PICTURE_LIMITS,
	PICTURE_TOO_WIDE,
	PICTURES_BUSY,
	WHOLE_PICTURE_TOO_WIDE,
} from '#contract/profile.ts'
import { AppError } from '../errors.ts'
import { inTurn } from '../in-turn.ts'
import type { Squares } from './packed-squares.ts'
import { looksLikePicture, PICTURE_FORMATS } from './picture-kind.ts'
import { squaresApart } from './squares-apart.ts'

// the largest picture takes 400 MB of the machine while it is decoded
const turn = inTurn({ atOnce: 1, mostWaiting: 32, why: PICTURES_BUSY, retrySeconds: 5 })

/**
 * Makes the squares of a picture as it was sent: its first frame, turned upright, cut at the middle, without anything
 * but its colours. Throws an `AppError` with a sentence where the bytes are no picture, a broken one, or too large.
 */
export async function squaresOf(bytes: Buffer): Promise<Squares> {
	if (!looksLikePicture(bytes)) throw refused(400, NOT_A_PICTURE)
	const { format, width, height } = await headerOf(bytes)
	if (!PICTURE_FORMATS.includes(format)) throw refused(400, NOT_A_PICTURE)
	const pixels = width * height
	if (pixels > PICTURE_LIMITS.pixels) throw refused(413, PICTURE_TOO_WIDE)
	if (pixels > PICTURE_LIMITS.wholePixels && (format === 'gif' || format === 'heif'))
		throw refused(413, WHOLE_PICTURE_TOO_WIDE)
	const squares = await turn.run(() => squaresApart(bytes))
	if (!squares) throw refused(400, PICTURE_BROKEN)
	return squares
}

/** What a picture says of itself; nothing is decoded for it. */
async function headerOf(bytes: Buffer) {
	// the decoders take memory of their own, so they come with the first picture
	const { default: sharp } = await import('sharp')
	try {
		return await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata()
	} catch {
		throw refused(400, PICTURE_BROKEN)
	}
}

function refused(status: number, why: { code: string; error: string }): AppError {
	return new AppError(status, why, { details: [{ path: 'profilePicture', message: why.error }] })
}
