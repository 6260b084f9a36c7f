import { type GamePictures, listGamePictures } from '#server/features/media/queries-game-pictures.ts'
import type { Services } from '#server/services.ts'
import { coverPath } from './archive-paths.ts'
import { listCoverGames } from './queries-archive.ts'
import type { ArchiveFile } from './zip-stream.ts'

const MAX_COVERS = 1_000
const MAX_BYTES = 24 * 1024 * 1024
const BATCH_SIZE = 20
/** The widths of covers, the best one first. Which of them are stored depends on who has looked at them. */
const WIDTHS = [300, 450, 150, 600] as const

/**
 * Reads the covers that the site has as files: nothing is drawn or fetched for an archive. Adds the games whose covers there are
 * to `found`.
 */
export async function* readCovers(services: Services, userId: string, found: Set<number>): AsyncGenerator<ArchiveFile> {
	const ids = await listCoverGames(services.db, userId, MAX_COVERS)
	let bytesLeft = MAX_BYTES
	for (let at = 0; at < ids.length; at += BATCH_SIZE) {
		const batch = ids.slice(at, at + BATCH_SIZE)
		const games = await listGamePictures(services.db, batch)
		// One was merged into another meanwhile: which is no longer told by their order
		if (games.length < batch.length) continue
		const covers = await Promise.all(games.map((game) => findCover(services, game)))
		for (const [index, gameId] of batch.entries()) {
			const cover = covers[index]
			if (!cover || cover.length > bytesLeft) continue
			bytesLeft -= cover.length
			found.add(gameId)
			yield { path: coverPath(gameId), content: [cover], isCompressed: true }
		}
	}
}

async function findCover({ drawings, images }: Services, game: GamePictures): Promise<Buffer | undefined> {
	const { coverSource, facts } = game
	for (const width of WIDTHS) {
		const cover =
			(coverSource === null ? undefined : await images.findStored(coverSource, 'cover', width)) ??
			(await drawings.findDrawn('cover', facts, width))
		if (cover) return cover
	}
	return undefined
}
