import type { Refusal } from '#contract/endpoint.ts'
import { PICTURE_BROKEN, PICTURE_LIMITS, PICTURES_BUSY } from '#contract/profile.ts'
import { AppError } from '../errors.ts'
import { inTurn } from '../in-turn.ts'
import { decodedApart } from './decoded-apart.ts'
import { pictureProblem } from './picture-problem.ts'

/** The two sizes in which a picture is kept, as WebP. */
interface Squares {
	small: Buffer
	large: Buffer
}

const PROGRAM = new URL('./cut-squares.ts', import.meta.url)

// the largest picture takes 400 MB of the machine while it is decoded
const turn = inTurn({ atOnce: 1, mostWaiting: 32, why: PICTURES_BUSY, retrySeconds: 5 })

/**
 * Makes the squares of a picture as it was sent: its first frame, turned upright, cut at the middle, without anything
 * but its colours. Throws an `AppError` with a sentence where the bytes are no picture, a broken one, or too large.
 */
export async function squaresOf(bytes: Buffer): Promise<Squares> {
	const problem = await pictureProblem(bytes, PICTURE_LIMITS)
	if (problem) throw refused(problem.status, problem.why)
	const [large, small] = (await turn.run(() => decodedApart(PROGRAM, bytes, 2))) ?? []
	if (!large || !small) throw refused(400, PICTURE_BROKEN)
	return { small, large }
}

function refused(status: number, why: Refusal): AppError {
	return new AppError(status, why, { details: [{ path: 'profilePicture', message: why.error }] })
}
