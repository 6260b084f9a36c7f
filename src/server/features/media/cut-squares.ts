// A program of its own: a picture comes in by standard input, its squares go out, packed for `decoded-apart.ts`. Its
// arguments are the most pixels of a picture, and of one that is decoded as a whole.
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
