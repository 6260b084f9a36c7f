// A program of its own: an image comes in by standard input, and goes out as WebP in each of the widths that it is told,
// narrowest first, and as JPEG in the last of them, packed for `decoded-apart.ts`. None is wider than it came.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { packed } from '../pictures/packed.ts'
import { IMAGE_PIXELS } from './image-sizes.ts'

sharp.concurrency(1)
sharp.cache(false)

const widths = process.argv.slice(2).map(Number)
const widest = Math.max(...widths)
const { data, info } = await sharp(await buffer(process.stdin), {
	failOn: 'error',
	limitInputPixels: IMAGE_PIXELS.pixels,
	pages: 1,
})
	.autoOrient()
	// no image that is shown is so tall
	.resize({ width: widest, height: widest * 2, fit: 'inside', withoutEnlargement: true })
	.flatten({ background: '#000' })
	.toColourspace('srgb')
	.raw()
	.toBuffer({ resolveWithObject: true })
const { width, height, channels } = info
const pixels = () => sharp(data, { raw: { width, height, channels } })
const parts: Buffer[] = []
for (const most of widths)
	parts.push(
		await pixels().resize({ width: most, withoutEnlargement: true }).webp({ quality: 80, effort: 3 }).toBuffer(),
	)
parts.push(await pixels().jpeg({ quality: 82 }).toBuffer())
process.stdout.write(packed(parts))
