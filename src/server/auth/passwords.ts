import { hash, verify } from '@node-rs/argon2'

// OWASP's first recommendation for argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The argon2id hash of a password, byte for byte as typed. */
export function hashPassword(password: string): Promise<string> {
	return hash(password, COST)
}

let nobody: Promise<string> | undefined

/** Whether the password fits. Without a hash (no such account) it takes the same time and is false. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
	nobody ??= hashPassword('no account has this password')
	const fits = await verify(passwordHash ?? (await nobody), password)
	return fits && passwordHash !== null
}
