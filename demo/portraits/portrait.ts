import sharp from 'sharp'
import { mix } from '#art/palette.ts'
import { createRandom, type Random } from '#art/random.ts'
import { circle, path, rect, ring } from '#art/svg.ts'
import { createPictureAddress, getPictureFiles, PICTURE_SIDES } from '#server/features/media/picture-names.ts'
import type { PictureStorage } from '#server/features/media/storage.ts'
import { INKS, type Inks } from './inks.ts'
import { type Motif, motifs } from './motifs.ts'

/** Draws a user's picture and stores it like an uploaded one. Returns its address. */
export async function savePortrait(storage: PictureStorage, username: string, motif: Motif): Promise<string> {
	const picture = createPictureAddress()
	const files = getPictureFiles(picture)
	if (!files) throw new Error(`${picture} is not an address of a picture`)
	const drawn = Buffer.from(drawPortrait(username, motif))
	const webp = (side: number) => sharp(drawn).resize(side).webp({ quality: 84 }).toBuffer()
	await Promise.all([
		webp(PICTURE_SIDES.large).then((bytes) => storage.put(files.large, bytes)),
		webp(PICTURE_SIDES.small).then((bytes) => storage.put(files.small, bytes)),
	])
	return picture
}

/** Draws a picture as SVG, always the same for the same name and motif. */
export function drawPortrait(username: string, motif: Motif): string {
	const random = createRandom(username)
	const inks = random.pick(INKS)
	const ground = rect(0, 0, 400, 400, inks.back) + random.pick(GROUNDS)(inks, random)
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400">${ground}${motifs[motif](inks)}</svg>`
}

/** Subtle background patterns. */
const GROUNDS: readonly ((inks: Inks, random: Random) => string)[] = [
	() => '',
	(inks) => circle(200, 200, 168, quiet(inks)),
	(inks, random) => path('M0 0h400L0 400z', quiet(inks), random.chance(0.5) ? 'transform="rotate(90 200 200)"' : ''),
	(inks) => rect(0, 250, 400, 150, quiet(inks)),
	(inks) => [90, 140, 190, 240].map((radius) => ring(200, 400, radius, quiet(inks), 14)).join(''),
	(inks) =>
		Array.from({ length: 8 }, (_, ray) =>
			path('M200 200 170-140h60z', quiet(inks), `transform="rotate(${ray * 45} 200 200)"`),
		).join(''),
]

function quiet({ back, dark }: Inks): string {
	return mix(back, dark, 0.16)
}
