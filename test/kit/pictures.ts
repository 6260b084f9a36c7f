import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Format = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif'

/** Creates a picture of a single color. */
export function plainPicture(format: Format, width = 320, height = 240, background = '#c03020'): Promise<Buffer> {
	return sharp({ create: { width, height, channels: 3, background } })
		.toFormat(format)
		.toBuffer()
}

/** Creates a JPEG of random noise, whose file is large for its dimensions. */
export function noisyPicture(width: number, height: number): Promise<Buffer> {
	const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
	return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
		.jpeg({ quality: 100 })
		.toBuffer()
}

/** Wraps bytes in a `File` for a form. */
export function toFile(bytes: Buffer, name = 'me.png', type = 'image/png'): File {
	return new File([new Uint8Array(bytes)], name, { type })
}

/** Creates a valid 1-bit PNG, a small file even with many pixels, with optional chunks between header and pixel data. */
export function hugePng(side: number, ancillary: readonly Buffer[] = []): Buffer {
	const header = Buffer.concat([uint32(side), uint32(side), Buffer.from([1, 0, 0, 0, 0])])
	const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		pngChunk('IHDR', header),
		...ancillary,
		pngChunk('IDAT', rows),
		pngChunk('IEND', Buffer.alloc(0)),
	])
}

/** Creates a PNG of 8 × 8 pixels and 4.7 MB, whose text chunks and color profiles decompress to 4 GB. */
export function headerBomb(): Buffer {
	const unpacked = deflateSync(Buffer.alloc(16 * 1024 * 1024, 'x'))
	const heads = { zTXt: 'key\0\0', iTXt: 'key\0\x01\0\0\0', iCCP: 'profile\0\0' }
	const chunks = Object.entries(heads).map(([kind, head]) =>
		pngChunk(kind, Buffer.concat([Buffer.from(head, 'latin1'), unpacked])),
	)
	return hugePng(8, Array<Buffer[]>(96).fill(chunks).flat())
}

function pngChunk(kind: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(kind), data])
	return Buffer.concat([uint32(data.length), named, uint32(crc32(named))])
}

/** Creates an animated GIF of 400 × 400 pixels, with `frames` frames of one pixel. */
export function createGif(frames: number): Buffer {
	const head = Buffer.concat([
		Buffer.from('GIF89a'),
		Buffer.from([0x90, 0x01, 0x90, 0x01, 0x80, 0, 0, 200, 60, 40, 255, 255, 255]),
	])
	const frame = Buffer.from([
		...[0x21, 0xf9, 4, 0, 1, 0, 0, 0],
		...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0],
		...[2, 2, 0x44, 0x01, 0],
	])
	return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4)
	bytes.writeUInt32BE(value)
	return bytes
}
