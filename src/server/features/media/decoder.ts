// What the programs that decode a picture share. It runs in their process only: nothing of a stranger's picture is
// parsed in the site's.
import { buffer } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { type PixelLimits, REJECTIONS, STARTED } from './decode-result.ts'
import { packed } from './packed-squares.ts'
import { dropAncillaryChunks } from './png-chunks.ts'

/** The loaders of JPEG, PNG, WebP, GIF and AVIF. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`)
const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'heif']
const WHOLE_FORMATS: readonly string[] = ['gif', 'heif']

/** Makes files of the picture on standard input and writes them, packed, to standard output. Exits with the reason for a rejection. */
export async function decodeInput(limits: PixelLimits, make: (picture: Sharp) => Promise<Buffer[]>): Promise<void> {
	sharp.concurrency(1)
	sharp.cache(false)
	sharp.block({ operation: ['VipsForeignLoad'] })
	sharp.unblock({ operation: LOADERS })
	const bytes = dropAncillaryChunks(await buffer(process.stdin))
	process.stdout.write(STARTED)
	const rejection = rejectionOf(await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata(), limits)
	if (rejection) {
		process.exitCode = Number(Object.entries(REJECTIONS).find(([, name]) => name === rejection)?.[0])
		return
	}
	const picture = sharp(bytes, { failOn: 'error', limitInputPixels: limits.pixels, pages: 1 })
	process.stdout.write(packed(await make(picture)))
}

function rejectionOf(
	{ format, width, height }: { format: string; width: number; height: number },
	{ pixels, wholePixels }: PixelLimits,
): (typeof REJECTIONS)[keyof typeof REJECTIONS] | undefined {
	if (!FORMATS.includes(format)) return 'unsupported'
	if (width * height > pixels) return 'too_wide'
	return WHOLE_FORMATS.includes(format) && width * height > wholePixels ? 'whole_too_wide' : undefined
}
