import sharp from 'sharp'
import { COLORS, SHARE_SIZE, type Size } from './frame.ts'
import type { Backdrop, ContainedPicture } from './share-picture.ts'

/** Of the 300 kB that programs which show links accept, for 1200 by 630 pixels; larger pictures may have more in proportion. */
const MAX_BYTES_PER_PIXEL = 300_000 / (SHARE_SIZE.width * SHARE_SIZE.height)
/** The first that is small enough is taken. */
const QUALITIES = [88, 78, 64, 45]
/** More than any picture that the site stores. */
const MAX_INPUT_PIXELS = 4_000_000
/** Of `COLORS.canvas`. */
const CANVAS_CHANNELS = [15, 18, 24]
const NO_PICTURE = 'data:,'

/**
 * Renders a share picture as JPEG, of at most 300 kB if it has 1200 by 630 pixels, with its contained pictures in place of `picture:0`, `picture:1` and
 * so on. Those that cannot be decoded are left out, and it is not complete.
 */
export async function renderJpeg(
	svg: string,
	pictures: readonly ContainedPicture[] = [],
	backdrop?: Backdrop,
	size = SHARE_SIZE,
): Promise<{ jpeg: Buffer; isComplete: boolean }> {
	const embedded = await Promise.all(pictures.map(embed))
	let isComplete = true
	const complete = svg.replace(/"picture:(\d+)"/g, (_, index) => {
		const picture = embedded[Number(index)]
		if (picture === undefined) isComplete = false
		return `"${picture ?? NO_PICTURE}"`
	})
	const ground = backdrop && (await prepareBackdrop(backdrop, size))
	const pixels = await (ground
		? sharp(ground, { raw: { ...size, channels: 3 } })
		: sharp({ create: { ...size, channels: 3, background: COLORS.canvas } })
	)
		.composite([{ input: Buffer.from(complete) }])
		.removeAlpha()
		.raw()
		.toBuffer()
	if (backdrop && !ground) isComplete = false
	return { jpeg: await encodeJpeg(pixels, size), isComplete }
}

async function encodeJpeg(pixels: Buffer, size: Size): Promise<Buffer> {
	const maxBytes = MAX_BYTES_PER_PIXEL * size.width * size.height
	for (const quality of QUALITIES) {
		const jpeg = await sharp(pixels, { raw: { ...size, channels: 3 } })
			.jpeg({ quality, chromaSubsampling: '4:4:4', progressive: true })
			.toBuffer()
		if (jpeg.length <= maxBytes) return jpeg
	}
	throw new Error(`A share picture has more than ${maxBytes} bytes`)
}

/** Returns a picture as a data URL of the size in which it is drawn; undefined if it cannot be decoded. */
async function embed({ bytes, width, height }: ContainedPicture): Promise<string | undefined> {
	try {
		const jpeg = await sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS })
			.resize({ width, height, fit: 'cover' })
			.flatten({ background: COLORS.raised })
			.toColorspace('srgb')
			.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
			.toBuffer()
		return `data:image/jpeg;base64,${jpeg.toString('base64')}`
	} catch {
		return undefined
	}
}

/** Returns the pixels of a backdrop. It is blurred while it is small, which costs a hundredth of the time. */
async function prepareBackdrop({ bytes, isSoft }: Backdrop, { width, height }: Size): Promise<Buffer | undefined> {
	const full = { width, height, fit: 'cover' } as const
	try {
		const image = sharp(bytes, { limitInputPixels: MAX_INPUT_PIXELS }).flatten({ background: COLORS.canvas })
		if (!isSoft) return await image.resize(full).toColorspace('srgb').removeAlpha().raw().toBuffer()
		const { data, info } = await image
			.resize({ width: Math.ceil(width / 8), height: Math.ceil(height / 8), fit: 'cover' })
			.toColorspace('srgb')
			.modulate({ saturation: 1.5 })
			.blur(8)
			.removeAlpha()
			.raw()
			.toBuffer({ resolveWithObject: true })
		return await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
			.resize({ ...full, kernel: 'cubic' })
			.linear(
				[0.2, 0.2, 0.2],
				CANVAS_CHANNELS.map((channel) => channel * 0.8),
			)
			.raw()
			.toBuffer()
	} catch {
		return undefined
	}
}
