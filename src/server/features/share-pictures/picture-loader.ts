import type { EmbeddedPicture } from '#art/share/frame.ts'
import type { Backdrop, ContainedPicture } from '#art/share/share-picture.ts'
import type { Drawings } from '#server/features/media/drawings.ts'
import type { ImportedImages } from '#server/features/media/imported-images.ts'
import { getPictureFiles, PICTURE_SIDES } from '#server/features/media/picture-names.ts'
import type { GamePictures } from '#server/features/media/queries-game-pictures.ts'
import type { PictureStorage } from '#server/features/media/storage.ts'
import { AppError } from '#server/http/errors.ts'

/** Loads the pictures that a share picture contains. Nothing in this process decodes them. */
export interface PictureLoader {
	/** Loads a game's cover; the drawn one while the source of its own is unreachable. */
	cover: (game: GamePictures, size: { width: number; height: number }) => Promise<EmbeddedPicture>
	/** Loads a game's first screenshot or illustration; its cover, softened, without one. */
	backdrop: (game: GamePictures) => Promise<Backdrop>
	/** Loads a game's cover, softened. */
	softCover: (game: GamePictures) => Promise<Backdrop>
	/** Loads a user's picture; null without one, or while the storage is unavailable. */
	portrait: (address: string | null, side: number) => Promise<EmbeddedPicture | null>
	/** What was loaded, in the order of its numbers. */
	pictures: readonly ContainedPicture[]
	/** Whether everything so far was what it should be, so that the share picture may be cached. */
	isComplete: () => boolean
}

const SOFT_WIDTH = 150
const BACKDROP_WIDTH = 1280

/** Creates the loader of one share picture. */
export function createPictureLoader({
	drawings,
	images,
	storage,
}: {
	drawings: Drawings
	images: ImportedImages
	storage: PictureStorage
}): PictureLoader {
	const pictures: ContainedPicture[] = []
	let isComplete = true

	function add(picture: ContainedPicture): EmbeddedPicture {
		return `picture:${pictures.push(picture) - 1}`
	}

	async function readCover({ facts, coverSource }: GamePictures, width: number): Promise<Buffer> {
		if (coverSource !== null) {
			const image = await images.get(coverSource, 'cover', 'webp', width)
			if (image) return image
			// Hosts that are not allowed are so for good
			if (images.isAllowed(coverSource)) isComplete = false
		}
		return drawings.draw('cover', facts, width)
	}

	async function softCover(game: GamePictures): Promise<Backdrop> {
		return { bytes: await readCover(game, SOFT_WIDTH), isSoft: true }
	}

	return {
		pictures,
		softCover,
		isComplete: () => isComplete,
		cover: async (game, size) => add({ bytes: await readCover(game, size.width), ...size }),
		async backdrop(game) {
			const [screenshot] = game.screenshots
			const [source] = game.screenshotSources
			if (screenshot?.startsWith('/art/'))
				return { bytes: await drawings.draw(1, game.facts, BACKDROP_WIDTH), isSoft: false }
			if (source === undefined || !images.isAllowed(source)) return softCover(game)
			const image = await images.get(source, 'screenshot', 'webp', BACKDROP_WIDTH)
			if (image) return { bytes: image, isSoft: false }
			isComplete = false
			return softCover(game)
		},
		async portrait(address, side) {
			const files = address === null ? undefined : getPictureFiles(address)
			if (!files) return null
			try {
				const bytes = await storage.get(side > PICTURE_SIDES.small ? files.large : files.small)
				if (bytes) return add({ bytes, width: side, height: side })
			} catch (error) {
				// The storage is unavailable
				if (!(error instanceof AppError)) throw error
			}
			isComplete = false
			return null
		},
	}
}
