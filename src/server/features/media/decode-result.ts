/** The maximum number of pixels of a picture, and of one in a format that can only be decoded as a whole. */
export interface PixelLimits {
	readonly pixels: number
	readonly wholePixels: number
}

/** The marker that the decoder process writes first, once it has read the picture and begins to decode. */
export const STARTED = Buffer.from('.')

/** Why a picture is rejected, by exit code of the decoder process. Every other failure means that it is damaged. */
export const REJECTIONS = { 20: 'unsupported', 21: 'too_wide', 22: 'whole_too_wide' } as const

export type Rejection = 'damaged' | (typeof REJECTIONS)[keyof typeof REJECTIONS]
