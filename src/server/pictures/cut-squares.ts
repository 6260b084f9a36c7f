// A program of its own: a picture comes in by standard input, its squares go out, packed for `decoded-apart.ts`.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { PICTURE_LIMITS } from '#contract/profile.ts'
import { packed } from './packed.ts'
import { PICTURE_SIDES } from './picture-names.ts'

sharp.concurrency(1)
sharp.cache(false)

const side = PICTURE_SIDES.large
const { data, info } = await sharp(await buffer(process.stdin), {
	failOn: 'error',
	limitInputPixels: PICTURE_LIMITS.pixels,
	pages: 1,
})
	.autoOrient()
	.resize(side, side, { fit: 'cover' })
	.toColourspace('srgb')
	.raw()
	.toBuffer({ resolveWithObject: true })
const square = () => sharp(data, { raw: { width: side, height: side, channels: info.channels } })
const large = await square().webp({ quality: 84 }).toBuffer()
const small = await square().resize(PICTURE_SIDES.small).webp({ quality: 86 }).toBuffer()
process.stdout.write(packed([large, small]))
