import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { NOT_A_PICTURE, updateProfile } from '#contract/profile.ts'
import { headerBomb, plainPicture, toFile } from '#kit/pictures.ts'
import { createSeededLocation, createTransport, registerUser, startProcess } from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const isLinux = process.platform === 'linux'
/** Time and memory are compared by `npm run trust` only. */
const isMeasured = process.env.TIMED_PICTURES !== undefined
const IDLE_READS = isMeasured ? 500 : 10

test('eight pictures whose chunks decompress to gigabytes cost the site neither memory nor time', {
	tags: ['trust-46'],
}, async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place)
	const ask = async () => {
		const began = performance.now()
		expect((await fetch(`${site.url}/api/reviews?limit=20`)).status).toBe(200)
		return performance.now() - began
	}
	const tokens: string[] = []
	for (let index = 0; index < 8; index++) tokens.push((await registerUser(site, `bomber${index}`)).token)
	const send = async (token: string, bytes: Buffer) =>
		call(createTransport(site, token), updateProfile, { body: { profilePicture: toFile(bytes) } })
	await send(tokens[0] ?? '', await plainPicture('png'))
	const { pid = 0 } = site.child
	const peakMb = async () => Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
	// The peak is counted from here on
	if (isLinux) await writeFile(`/proc/${pid}/clear_refs`, '5')
	const idleMs: number[] = []
	for (let time = 0; time < IDLE_READS; time++) idleMs.push(await ask())
	// The peak includes eight bodies of the same size that are no pictures, so that only the pictures count
	const bomb = headerBomb()
	const body = { profilePicture: toFile(Buffer.alloc(bomb.length)) }
	await Promise.all(
		tokens.map((token) =>
			expect(call(createTransport(site, token), updateProfile, { body })).rejects.toMatchObject({
				code: NOT_A_PICTURE.code,
			}),
		),
	)
	const beforeMb = isLinux ? await peakMb() : 0
	let isSending = true
	const sending = Promise.all(tokens.map((token) => send(token, bomb))).finally(() => {
		isSending = false
	})
	const busyMs: number[] = []
	while (isSending) busyMs.push(await ask())
	for (const { user } of await sending) expect(user.profilePicture).toMatch(/^\/pictures\//)
	if (isLinux) expect(await readFile(`/proc/${pid}/maps`, 'utf8')).not.toMatch(/sharp|vips/)
	if (!isMeasured) return
	expect(median(busyMs)).toBeLessThan(3 * median(idleMs))
	if (isLinux) expect((await peakMb()) - beforeMb).toBeLessThan(50)
})

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
