/** The most pixels of a picture, and of one in a format that is decoded as a whole only. */
export interface PixelLimits {
	readonly pixels: number
	readonly wholePixels: number
}

/** What the decoder's process writes first, when it has the picture and begins to decode. */
export const STARTED = Buffer.from('.')

/** Why a picture is rejected, by the exit code of the decoder's process; every other failure means damaged. */
export const REJECTIONS = { 20: 'unsupported', 21: 'too_wide', 22: 'whole_too_wide' } as const

export type Rejection = 'damaged' | (typeof REJECTIONS)[keyof typeof REJECTIONS]
