// A separate program: reads a packed drawing and its pictures from standard input, which `render-in-child.ts` writes, and
// writes the JPEG and whether it is complete, packed for `decode-in-child.ts`. Its last argument is the number of buffers.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { renderJpeg } from '#art/share/render-jpeg.ts'
import { packBuffers, unpackBuffers } from '#server/features/media/buffer-packing.ts'
import { STARTED } from '#server/features/media/decode-result.ts'
import type { PackedHeader } from './render-in-child.ts'

sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
// Every picture that the site stores is WebP
sharp.unblock({ operation: ['VipsForeignLoadWebp', 'VipsForeignLoadSvg'] })

const input = await buffer(process.stdin)
process.stdout.write(STARTED)
const [header, svg, ...pictures] = unpackBuffers(input, Number(process.argv.at(-1))) ?? []
const { size, sizes, backdrop } = JSON.parse(String(header)) as PackedHeader
const contained = sizes.map((contents, index) => ({ ...contents, bytes: pictures[index] ?? Buffer.alloc(0) }))
const { jpeg, isComplete } = await renderJpeg(
	String(svg),
	contained,
	backdrop && { ...backdrop, bytes: pictures.at(-1) ?? Buffer.alloc(0) },
	size,
)
process.stdout.write(packBuffers([jpeg, Buffer.from(isComplete ? 'complete' : '')]))
