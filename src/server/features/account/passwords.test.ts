import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { UNAVAILABLE } from '#server/http/errors.ts'
import { createPasswordHasher } from './passwords.ts'

const PASSWORD = 'six lanterns on a pier'

test('a password matches only its own hash, and nothing matches a missing account', async () => {
	const passwords = createPasswordHasher()
	const hash = await passwords.hash(PASSWORD)
	expect(await passwords.match(hash, PASSWORD)).toBe('yes')
	expect(await passwords.match(hash, `${PASSWORD}s`)).toBe('no')
	expect(await passwords.match(null, PASSWORD)).toBe('no')
	expect(await passwords.match(null, 'no account has this password')).toBe('no')
})

test('a full queue rejects further passwords without affecting the queue of another site', async () => {
	const flooded = createPasswordHasher()
	const other = createPasswordHasher()
	const processors = Math.max(1, Math.floor(availableParallelism() / 2))
	const hashes = Array.from({ length: processors + 64 }, () => flooded.hash(PASSWORD))
	expect(() => flooded.refuseWhenFull()).toThrow(UNAVAILABLE.error)
	await expect(flooded.hash(PASSWORD)).rejects.toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
	expect(() => other.refuseWhenFull()).not.toThrow()
	expect(await other.match(await other.hash(PASSWORD), PASSWORD)).toBe('yes')
	await Promise.all(hashes)
	expect(() => flooded.refuseWhenFull()).not.toThrow()
})
