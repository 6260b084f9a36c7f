import { expect, test } from 'vitest'
import { changeEmail, forgotPassword } from '#contract/account.ts'
import { login } from '#contract/auth.ts'
import { PASSWORD, startSite } from '../harness.ts'

const TRIES = Number(process.env.GUESS_TRIES ?? 200)
const ROUNDS = 6
const MOST_APART = 0.05

const WRONG = 'Wrong1Horse'

/** Whoever asks, about somebody whom the site knows, and about somebody whom it does not. */
const QUESTIONS = [
	{
		question: 'a login with a wrong password',
		url: login.url,
		status: 401,
		known: { identifier: 'Known_1', password: WRONG },
		unknown: { identifier: 'Nobody1', password: WRONG },
	},
	{
		question: 'a login by address',
		url: login.url,
		status: 401,
		known: { identifier: 'known_1@example.org', password: WRONG },
		unknown: { identifier: 'nobody1@example.org', password: WRONG },
	},
	{
		question: 'a forgotten password',
		url: forgotPassword.url,
		status: 200,
		known: { email: 'known_1@example.org' },
		unknown: { email: 'nobody1@example.org' },
	},
	{
		question: 'a new address for an account',
		url: changeEmail.url,
		status: 200,
		known: { email: 'known_1@example.org', currentPassword: PASSWORD },
		unknown: { email: 'nobody1@example.org', currentPassword: PASSWORD },
	},
] as const

for (const { question, url, status, known, unknown } of QUESTIONS)
	test(`trust case 13: ${question} takes as long and says the same whether or not there is an account`, {
		timeout: 300_000,
	}, async () => {
		await using site = await startSite()
		await site.register('Known_1')
		const asking = await site.register('Asking_1')
		const ask = async (payload: object) => {
			const began = performance.now()
			const { statusCode, body } = await site.app.inject({
				method: 'POST',
				url,
				payload,
				headers: url === changeEmail.url ? { authorization: `Bearer ${asking.accessToken}` } : {},
			})
			const tookMs = performance.now() - began
			// what is mailed afterwards must not slow the next one down
			await site.services.mail.settled()
			return { tookMs, said: `${statusCode} ${body}` }
		}
		const said = new Set<string>()
		const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
		const apart: number[] = []
		// the more tries, the less is left of the noise of a busy machine, and the more of a leak
		while (apart.length < ROUNDS && (apart.at(-1) ?? 1) > MOST_APART) {
			for (let n = 0; n < TRIES; n++)
				for (const who of n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
					const answer = await ask(who === 'known' ? known : unknown)
					said.add(answer.said)
					times[who].push(answer.tookMs)
				}
			apart.push(Math.abs(median(times.known) / median(times.unknown) - 1))
		}
		expect([...said]).toEqual([expect.stringMatching(`^${status} `)])
		expect(apart.at(-1), `apart by ${apart.join(', ')}`).toBeLessThanOrEqual(MOST_APART)
	})

function median(times: number[]): number {
	return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
