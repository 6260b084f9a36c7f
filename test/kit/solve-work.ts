import { createHash } from 'node:crypto'
import type { WorkChallenge } from '#contract/registration-requests.ts'

/** Solves the challenge of a proof of work, and returns the proof. */
export function solveWork({ algorithm, challenge, maxnumber, salt, signature }: WorkChallenge): string {
	for (let number = 0; number <= maxnumber; number++)
		if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
			return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64')
	throw new Error('The challenge has no solution')
}
