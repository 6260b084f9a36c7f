// A separate program: reads an image from standard input and writes it as WebP in each of the given widths, narrowest
// first, and as JPEG in the widest, packed for `decode-in-child.ts`. Images are never enlarged. Its arguments are the
// maximum pixels of an image, and of one that can only be decoded as a whole, followed by the widths.
import sharp from 'sharp'
import { decodeInput } from './decoder.ts'

const [pixels = 0, wholePixels = 0, ...widths] = process.argv.slice(2).map(Number)
const maxWidth = Math.max(...widths)

await decodeInput({ pixels, wholePixels }, async (image) => {
	const { data, info } = await image
		.autoOrient()
		// Taller than any image on the site
		.resize({ width: maxWidth, height: maxWidth * 2, fit: 'inside', withoutEnlargement: true })
		.flatten({ background: '#000' })
		.toColorspace('srgb')
		.raw()
		.toBuffer({ resolveWithObject: true })
	const { width: rawWidth, height, channels } = info
	const raw = () => sharp(data, { raw: { width: rawWidth, height, channels } })
	const parts: Buffer[] = []
	for (const width of widths)
		parts.push(await raw().resize({ width, withoutEnlargement: true }).webp({ quality: 80, effort: 3 }).toBuffer())
	parts.push(await raw().jpeg({ quality: 82 }).toBuffer())
	return parts
})
