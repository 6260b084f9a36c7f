import { getWorkChallenge, type WorkChallenge } from '#contract/registration-requests.ts'
import { call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { sha256 } from './sha256.ts'

/** Short enough that the page answers while it works. */
const SLICE_MS = 12
const HASHES_PER_CHECK = 200

/** Gets a challenge and solves it in slices. Returns the proof for the server; rejects if there is none to get. */
export async function solveWork(): Promise<string> {
	const challenge = await call(browserTransport, getWorkChallenge, {})
	return toProof(challenge, await findNumber(challenge))
}

async function findNumber({ challenge, maxnumber, salt }: WorkChallenge): Promise<number> {
	const wanted = Int32Array.from({ length: 8 }, (_, index) =>
		Number.parseInt(challenge.slice(8 * index, 8 * index + 8), 16),
	)
	for (let number = 0; number <= maxnumber; ) {
		const endMs = performance.now() + SLICE_MS
		while (number <= maxnumber && performance.now() < endMs)
			for (const end = Math.min(number + HASHES_PER_CHECK, maxnumber + 1); number < end; number++) {
				const hash = sha256(`${salt}${number}`)
				if (hash[0] === wanted[0] && hash.every((word, index) => word === wanted[index])) return number
			}
		await new Promise((resolve) => setTimeout(resolve))
	}
	throw new Error('The challenge has no solution')
}

function toProof({ algorithm, challenge, salt, signature }: WorkChallenge, number: number): string {
	return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
}
