import {
	NOT_A_PICTURE,
	PICTURE_BROKEN,
	PICTURE_FILE_TOO_LARGE,
	PICTURE_LIMITS,
	PICTURE_TYPES,
} from '#contract/profile.ts'
import { createSquareFile } from './picture-square.ts'

/** A newly chosen picture and its preview. */
export interface ChosenPicture {
	/** The file to upload. */
	file: Blob
	bitmap: ImageBitmap
}

/** The pending change of the profile picture. */
export type PictureChoice = 'unchanged' | 'removed' | ChosenPicture

const PREVIEW_WIDTH = 512
// On a slow connection a larger file takes longer than the server waits, and the difference would be invisible.
const MAX_ORIGINAL_BYTES = 1024 * 1024

/** Validates an image file and prepares it for upload; returns an error message if it is not acceptable. */
export async function choosePicture(file: File): Promise<ChosenPicture | string> {
	if (!PICTURE_TYPES.some((type) => type === file.type)) return NOT_A_PICTURE.error
	if (file.size > PICTURE_LIMITS.bytes) return PICTURE_FILE_TOO_LARGE.error
	try {
		// A full-size bitmap could exhaust a phone's memory
		const bitmap = await createImageBitmap(file, { resizeWidth: PREVIEW_WIDTH, resizeQuality: 'high' })
		const lighter = file.size > MAX_ORIGINAL_BYTES ? await createSquareFile(bitmap, PREVIEW_WIDTH, file.type) : null
		return { file: lighter ?? file, bitmap }
	} catch {
		return PICTURE_BROKEN.error
	}
}
