// Shared by the programs that decode a picture. It runs only in their process: the server process parses nothing of an
// untrusted picture.
import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { packBuffers } from './buffer-packing.ts'
import { type PixelLimits, REJECTIONS, STARTED } from './decode-result.ts'
import { dropAncillaryChunks } from './png-chunks.ts'

/** The loaders of JPEG, PNG, WebP, GIF and AVIF. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'heif']
const NON_STREAMING_FORMATS: readonly string[] = ['gif', 'heif']

/**
 * Reads a picture from standard input, converts it with `make` and writes the packed files to standard output. Sets the
 * exit code of the reason if the picture is rejected.
 */
export async function decodeInput(limits: PixelLimits, make: (picture: Sharp) => Promise<Buffer[]>): Promise<void> {
	sharp.concurrency(1)
	sharp.cache(false)
	sharp.block({ operation: ['VipsForeignLoad'] })
	sharp.unblock({ operation: LOADERS })
	const bytes = dropAncillaryChunks(await buffer(process.stdin))
	process.stdout.write(STARTED)
	const rejection = findRejection(await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata(), limits)
	if (rejection) {
		process.exitCode = Number(Object.entries(REJECTIONS).find(([, name]) => name === rejection)?.[0])
		return
	}
	const picture = sharp(bytes, { failOn: 'error', limitInputPixels: limits.pixels, pages: 1 })
	process.stdout.write(packBuffers(await make(picture)))
}

function findRejection(
	{ format, width, height }: { format: string; width: number; height: number },
	{ pixels, wholePixels }: PixelLimits,
): (typeof REJECTIONS)[keyof typeof REJECTIONS] | undefined {
	if (!FORMATS.includes(format)) return 'unsupported'
	if (width * height > pixels) return 'too_wide'
	return NON_STREAMING_FORMATS.includes(format) && width * height > wholePixels ? 'whole_too_wide' : undefined
}
