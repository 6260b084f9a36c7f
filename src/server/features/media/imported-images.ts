import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Refusal } from '#contract/endpoint.ts'
import { isYounger } from '#server/http/age.ts'
import { AppError } from '#server/http/errors.ts'
import { createLimiter, type QueueState } from '#server/http/limiter.ts'
import type { Network } from '#server/http/public-request.ts'
import { decodeInChild } from './decode-in-child.ts'
import { fetchImage, isAllowedAddress, NoImage, SourceUnreachable } from './fetch-image.ts'
import type { FileCache } from './file-cache.ts'
import { IMAGE_PIXEL_LIMITS, IMAGE_WIDTHS } from './image-sizes.ts'
import { hasPictureSignature } from './picture-signature.ts'

export type ImageKind = keyof typeof IMAGE_WIDTHS
export type ImageFormat = 'webp' | 'jpeg'

/** The images of imported games, fetched from their sources on first request. */
export interface ImportedImages {
	/** Returns whether images of this address may be shown. */
	isAllowed: (address: string) => boolean
	/**
	 * The image, at least `width` px wide if the source has it; undefined while the source is unreachable. JPEG has a single
	 * width.
	 */
	get: (address: string, kind: ImageKind, format: ImageFormat, width: number) => Promise<Buffer | undefined>
	/** The image as WebP if it is stored, without asking its source. */
	findStored: (address: string, kind: ImageKind, width: number) => Promise<Buffer | undefined>
	queueState: () => QueueState
}

interface Settings {
	/** The hosts that images may come from; undefined: no images are fetched or shown. */
	hosts: readonly string[] | undefined
	cache: FileCache
	clock: () => number
	network?: Network | undefined
}

const PROGRAM = new URL('./resize-image.ts', import.meta.url)
const BUSY: Refusal = { code: 'unavailable', error: 'Too many images are being fetched right now.' }
/** How long before the next attempt, for a missing image and for a host that did not answer. */
const MISSING_RETRY_MS = 60 * 60 * 1000
const UNREACHABLE_RETRY_MS = 60 * 1000
/** How many missing images are remembered. */
const MAX_MISSING = 10_000

/** Returns images that are fetched once and cached in every width. Concurrent requests for an image share one fetch. */
export function importedImages({ hosts, cache, clock, network }: Settings): ImportedImages {
	const allowedHosts: ReadonlySet<string> = new Set(hosts)
	const pending = new Map<string, Promise<Buffer[] | undefined>>()
	const missingSince = new LRUCache<string, number>({ max: MAX_MISSING })
	const unreachableSince = new Map<string, number>()
	// Decoding two images at once may take 200 MB
	const limiter = createLimiter({ maxConcurrent: 2, maxQueued: 100, refusal: BUSY, retryAfterSeconds: 5 })

	const isRecent = (sinceMs: number | undefined, retryMs: number) =>
		sinceMs !== undefined && isYounger(sinceMs, retryMs, clock())
	const isBackedOff = (address: string) =>
		isRecent(missingSince.get(address), MISSING_RETRY_MS) ||
		isRecent(unreachableSince.get(new URL(address).hostname), UNREACHABLE_RETRY_MS)

	async function fetchAndResize(address: string, kind: ImageKind): Promise<Buffer[] | undefined> {
		try {
			return await limiter.run(async () => {
				// An earlier request in the queue may have found the host unreachable
				if (isBackedOff(address)) return undefined
				const bytes = await fetchImage(address, allowedHosts, network)
				const widths = IMAGE_WIDTHS[kind]
				const result = hasPictureSignature(bytes)
					? await decodeInChild([bytes], {
							program: PROGRAM,
							limits: IMAGE_PIXEL_LIMITS,
							fileCount: widths.length + 1,
							options: widths.map(String),
						})
					: 'unsupported'
				if (typeof result === 'string') throw new NoImage('The source did not send an image')
				const names = [
					...widths.map((width) => getFileName(address, kind, 'webp', width)),
					getFileName(address, kind, 'jpeg', 0),
				]
				for (const [index, name] of names.entries()) await cache.put(name, result[index] ?? Buffer.alloc(0))
				return result
			})
		} catch (error) {
			if (error instanceof NoImage) missingSince.set(address, clock())
			else if (error instanceof SourceUnreachable) unreachableSince.set(new URL(address).hostname, clock())
			// The queue is full, or the machine is too busy to decode
			else if (!(error instanceof AppError)) throw error
			return undefined
		}
	}

	return {
		queueState: limiter.queueState,
		isAllowed: (address) => isAllowedAddress(address, allowedHosts),
		async findStored(address, kind, minWidth) {
			if (!isAllowedAddress(address, allowedHosts)) return undefined
			const widths: readonly number[] = IMAGE_WIDTHS[kind]
			return cache.get(getFileName(address, kind, 'webp', widths[findWidthIndex(widths, minWidth)] ?? 0))
		},
		async get(address, kind, format, minWidth) {
			if (!isAllowedAddress(address, allowedHosts)) return undefined
			const widths: readonly number[] = IMAGE_WIDTHS[kind]
			const index = format === 'jpeg' ? widths.length : findWidthIndex(widths, minWidth)
			const name = getFileName(address, kind, format, widths[index] ?? 0)
			const cached = await cache.get(name)
			if (cached) return cached
			if (isBackedOff(address)) return undefined
			const key = `${kind} ${address}`
			let request = pending.get(key)
			if (!request) {
				request = fetchAndResize(address, kind).finally(() => pending.delete(key))
				pending.set(key, request)
			}
			return (await request)?.[index]
		},
	}
}

function findWidthIndex(widths: readonly number[], minWidth: number): number {
	const index = widths.findIndex((width) => width >= minWidth)
	return index < 0 ? widths.length - 1 : index
}

function getFileName(address: string, kind: ImageKind, format: ImageFormat, width: number): string {
	const name = createHash('sha256').update(`${kind} ${address}`).digest('base64url').slice(0, 27)
	return format === 'jpeg' ? `${name}.jpg` : `${name}-${width}.webp`
}
