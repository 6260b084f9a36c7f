import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Refusal } from '#contract/endpoint.ts'
import { AppError } from '#server/http/errors.ts'
import { createLimiter } from '#server/http/limiter.ts'
import { decodedApart } from './decode-in-child.ts'
import { fetchImage, isOfHosts, NoImage, SourceAway, type Ways } from './fetch-image.ts'
import type { KeptFiles } from './file-cache.ts'
import { IMAGE_PIXELS, IMAGE_WIDTHS } from './image-sizes.ts'
import { looksLikePicture } from './picture-kind.ts'

export type ImageKind = keyof typeof IMAGE_WIDTHS
export type ImageFormat = 'webp' | 'jpeg'

/** The images of imported games, fetched from their sources when first asked for. */
export interface ImportedImages {
	/** Whether an image of this address may be shown at all. */
	isShown: (address: string) => boolean
	/** The image at least so wide where it is to be had so wide; JPEG has one width. Undefined where it is not to be had now. */
	get: (address: string, kind: ImageKind, format: ImageFormat, width: number) => Promise<Buffer | undefined>
}

interface Settings {
	/** Undefined: none is fetched or shown. */
	hosts: readonly string[] | undefined
	kept: KeptFiles
	clock: () => number
	ways?: Ways | undefined
}

const PROGRAM = new URL('./cut-widths.ts', import.meta.url)
const BUSY: Refusal = { code: 'unavailable', error: 'Too many images are being fetched right now.' }
/** How long nobody asks again: for an image that is not there, and at a host that did not answer. */
const GONE_MS = 60 * 60 * 1000
const AWAY_MS = 60 * 1000
/** So many images that are not there are remembered. */
const MOST_GONE = 10_000

/** Fetches each image once and keeps it in all its widths; one that is on its way is waited for. */
export function importedImages({ hosts, kept, clock, ways }: Settings): ImportedImages {
	const known: ReadonlySet<string> = new Set(hosts)
	const onTheWay = new Map<string, Promise<Buffer[] | undefined>>()
	const goneUntil = new LRUCache<string, number>({ max: MOST_GONE })
	const awayUntil = new Map<string, number>()
	// What is decoded at once may take 200 MB
	const limiter = createLimiter({ atOnce: 2, mostWaiting: 100, why: BUSY, retrySeconds: 5 })

	const isResting = (address: string) =>
		(goneUntil.get(address) ?? 0) > clock() || (awayUntil.get(new URL(address).hostname) ?? 0) > clock()

	async function brought(address: string, kind: ImageKind): Promise<Buffer[] | undefined> {
		try {
			return await limiter.run(async () => {
				// Those before it may have found the host away
				if (isResting(address)) return undefined
				const bytes = await fetchImage(address, known, ways)
				const widths = IMAGE_WIDTHS[kind]
				const made = looksLikePicture(bytes)
					? await decodedApart([bytes], {
							program: PROGRAM,
							limits: IMAGE_PIXELS,
							files: widths.length + 1,
							options: widths.map(String),
						})
					: 'unsupported'
				if (typeof made === 'string') throw new NoImage('What the source has is no image')
				const names = [...widths.map((width) => fileOf(address, kind, 'webp', width)), fileOf(address, kind, 'jpeg', 0)]
				for (const [index, name] of names.entries()) await kept.put(name, made[index] ?? Buffer.alloc(0))
				return made
			})
		} catch (error) {
			if (error instanceof NoImage) goneUntil.set(address, clock() + GONE_MS)
			else if (error instanceof SourceAway) awayUntil.set(new URL(address).hostname, clock() + AWAY_MS)
			// Too many wait, or the machine is too busy to decode
			else if (!(error instanceof AppError)) throw error
			return undefined
		}
	}

	return {
		isShown: (address) => isOfHosts(address, known),
		async get(address, kind, format, asked) {
			if (!isOfHosts(address, known)) return undefined
			const widths: readonly number[] = IMAGE_WIDTHS[kind]
			const index = format === 'jpeg' ? widths.length : indexAtLeast(widths, asked)
			const name = fileOf(address, kind, format, widths[index] ?? 0)
			const before = await kept.get(name)
			if (before) return before
			if (isResting(address)) return undefined
			const key = `${kind} ${address}`
			let coming = onTheWay.get(key)
			if (!coming) {
				coming = brought(address, kind).finally(() => onTheWay.delete(key))
				onTheWay.set(key, coming)
			}
			return (await coming)?.[index]
		},
	}
}

function indexAtLeast(widths: readonly number[], asked: number): number {
	const index = widths.findIndex((width) => width >= asked)
	return index < 0 ? widths.length - 1 : index
}

function fileOf(address: string, kind: ImageKind, format: ImageFormat, width: number): string {
	const name = createHash('sha256').update(`${kind} ${address}`).digest('base64url').slice(0, 27)
	return format === 'jpeg' ? `${name}.jpg` : `${name}-${width}.webp`
}
