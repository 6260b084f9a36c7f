import type { Refusal } from '#contract/endpoint.ts'
import { NOT_A_PICTURE, PICTURE_BROKEN, PICTURE_TOO_WIDE, WHOLE_PICTURE_TOO_WIDE } from '#contract/profile.ts'
import { looksLikePicture, PICTURE_FORMATS } from './picture-kind.ts'

/** The most pixels of a picture, and of one of those formats that are decoded as a whole only. */
export interface PixelLimits {
	pixels: number
	wholePixels: number
}

/** Why a picture is not decoded; undefined where it may be. Its bytes and what it says of itself are looked at, and nothing is decoded for it. */
export async function pictureProblem(
	bytes: Buffer,
	{ pixels: most, wholePixels }: PixelLimits,
): Promise<{ status: 400 | 413; why: Refusal } | undefined> {
	if (!looksLikePicture(bytes)) return { status: 400, why: NOT_A_PICTURE }
	// the decoders take memory of their own, so they come with the first picture
	const { default: sharp } = await import('sharp')
	let header: { format: string; width: number; height: number }
	try {
		header = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata()
	} catch {
		return { status: 400, why: PICTURE_BROKEN }
	}
	const { format, width, height } = header
	if (!PICTURE_FORMATS.includes(format)) return { status: 400, why: NOT_A_PICTURE }
	const pixels = width * height
	if (pixels > most) return { status: 413, why: PICTURE_TOO_WIDE }
	if (pixels > wholePixels && (format === 'gif' || format === 'heif'))
		return { status: 413, why: WHOLE_PICTURE_TOO_WIDE }
	return undefined
}
