import { NOT_A_PICTURE, PICTURE_BROKEN, PICTURE_LIMITS, PICTURE_FILE_TOO_LARGE, PICTURE_TYPES } from '#contract/profile.ts'
import { createSquareFile } from './picture-square.ts'

/** A new picture as it was chosen, and what is shown of it until it is saved. */
export interface ChosenPicture {
	/** What is sent. */
	file: Blob
	bitmap: ImageBitmap
}

/** What is to become of the profile picture. */
export type PictureChoice = 'kept' | 'removed' | ChosenPicture

const PREVIEW_WIDTH = 512
// A heavier file takes longer on a slow line than the server waits, and nobody would see the difference.
const RESIZE_FROM_BYTES = 1024 * 1024

/** The file as a picture to be sent, or the sentence why it is none. */
export async function choosePicture(file: File): Promise<ChosenPicture | string> {
	if (!PICTURE_TYPES.some((type) => type === file.type)) return NOT_A_PICTURE.error
	if (file.size > PICTURE_LIMITS.bytes) return PICTURE_FILE_TOO_LARGE.error
	try {
		// A picture in its full size would fill a phone's memory
		const bitmap = await createImageBitmap(file, { resizeWidth: PREVIEW_WIDTH, resizeQuality: 'high' })
		const lighter = file.size > RESIZE_FROM_BYTES ? await createSquareFile(bitmap, PREVIEW_WIDTH, file.type) : null
		return { file: lighter ?? file, bitmap }
	} catch {
		return PICTURE_BROKEN.error
	}
}
