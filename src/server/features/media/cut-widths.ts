// A program of its own: an image comes in by standard input, and goes out as WebP in each of the widths that it is told,
// narrowest first, and as JPEG in the last of them, packed for `decoded-apart.ts`. None is wider than it came. Before the
// widths its arguments are the most pixels of an image, and of one that is decoded as a whole.
import sharp from 'sharp'
import { decodeInput } from './decoder.ts'

const [pixels = 0, wholePixels = 0, ...widths] = process.argv.slice(2).map(Number)
const widest = Math.max(...widths)

await decodeInput({ pixels, wholePixels }, async (image) => {
	const { data, info } = await image
		.autoOrient()
		// No image that is shown is so tall
		.resize({ width: widest, height: widest * 2, fit: 'inside', withoutEnlargement: true })
		.flatten({ background: '#000' })
		.toColorspace('srgb')
		.raw()
		.toBuffer({ resolveWithObject: true })
	const { width, height, channels } = info
	const raw = () => sharp(data, { raw: { width, height, channels } })
	const parts: Buffer[] = []
	for (const most of widths)
		parts.push(
			await raw().resize({ width: most, withoutEnlargement: true }).webp({ quality: 80, effort: 3 }).toBuffer(),
		)
	parts.push(await raw().jpeg({ quality: 82 }).toBuffer())
	return parts
})
