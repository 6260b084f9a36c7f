// A separate program: reads a picture from standard input and writes its two squares, packed for `decode-in-child.ts`.
// Its arguments are the maximum pixels of a picture, and of one that can only be decoded as a whole.
import sharp from 'sharp'
import { decodeInput } from './decoder.ts'
import { PICTURE_SIDES } from './picture-names.ts'

const [pixels = 0, wholePixels = 0] = process.argv.slice(2).map(Number)
const side = PICTURE_SIDES.large

await decodeInput({ pixels, wholePixels }, async (picture) => {
	const { data, info } = await picture
		.autoOrient()
		.resize(side, side, { fit: 'cover' })
		.toColorspace('srgb')
		.raw()
		.toBuffer({ resolveWithObject: true })
	const square = () => sharp(data, { raw: { width: side, height: side, channels: info.channels } })
	const large = await square().webp({ quality: 84 }).toBuffer()
	const small = await square().resize(PICTURE_SIDES.small).webp({ quality: 86 }).toBuffer()
	return [large, small]
})
