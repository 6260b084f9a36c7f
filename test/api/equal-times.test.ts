/**
 * Response times, compared over many tries.
 *
 * @module-tag ci
 */
import { expect, test } from 'vitest'
import { changeEmail, forgotPassword } from '#contract/account.ts'
import { login } from '#contract/sessions.ts'
import { PASSWORD, startSite, type TestSite } from '#kit/site.ts'

// 200 for `npm run trust`, where the two may differ by 5 %; a hash that is left out shows in the short run too.
const TRIES = Number(process.env.TIMED_TRIES ?? 30)
const MOST_APART = TRIES < 200 ? 2 : 1.05

const QUESTIONS = [
	['a login by name', login.url, (name: string) => ({ identifier: name, password: 'Wrong1Horse' })],
	['a login by address', login.url, (name: string) => ({ identifier: emailOf(name), password: 'Wrong1Horse' })],
	['a forgotten password', forgotPassword.url, (name: string) => ({ email: emailOf(name) })],
	['a new address', changeEmail.url, (name: string) => ({ email: emailOf(name), currentPassword: PASSWORD })],
] as const

test.each(QUESTIONS)(
	'%s gets the same response in the same time, whether or not the account exists',
	{ tags: ['trust-13'] },
	async (_, url, bodyOf) => {
		await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '100000' } })
		const { user } = await site.register('known_player')
		const { accessToken } = await site.register('asking_player')
		const headers = url === changeEmail.url ? { authorization: `Bearer ${accessToken}` } : {}
		const names = { known: user.username, unknown: 'other_player' }
		const times: Record<keyof typeof names, number[]> = { known: [], unknown: [] }
		const answers = new Set<string>()
		// The first of each is slower: statements are planned, code is compiled
		for (let round = -3; round < TRIES; round++)
			// In turn, and each first as often as the other, so that what else the machine does meets both
			for (const who of round % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
				const began = performance.now()
				answers.add(await answerOf(site, { url, headers, payload: bodyOf(names[who]) }))
				if (round >= 0) times[who].push(performance.now() - began)
				// What is done after the answer must not fall into the time of the next one
				await site.services.mail.waitUntilIdle(site.app.log)
			}
		expect(answers.size).toBe(1)
		const apart = median(times.known) / median(times.unknown)
		expect(Math.max(apart, 1 / apart)).toBeLessThan(MOST_APART)
	},
)

/** What a stranger can compare: status, headers and body. */
async function answerOf(
	site: TestSite,
	request: { url: string; headers: Record<string, string>; payload: object },
): Promise<string> {
	const { statusCode, headers, body } = await site.app.inject({ method: 'POST', ...request })
	const telling = Object.entries(headers).filter(([name]) => !/^(date|ratelimit-(remaining|reset))$/.test(name))
	return JSON.stringify([statusCode, telling, body])
}

function emailOf(name: string): string {
	return `${name}@example.org`
}

function median(times: readonly number[]): number {
	return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
