import { createECDH, hkdfSync } from 'node:crypto'

/** The site's key pair at push services (RFC 8292), in unpadded base64url. */
export interface VapidKeys {
	publicKey: string
	privateKey: string
}

const CURVE = 'prime256v1'
/** The order of the curve's group. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** 64 bits more than the order has, so that the remainder is unbiased (FIPS 186-5, A.2.1). */
const SEED_BYTES = 40

/**
 * Derives the site's key pair from its secret. Browsers subscribe to this public key, so it lasts as long as the secret,
 * in every process, backup and move.
 */
export function deriveVapidKeys(secret: string): VapidKeys {
	const seed = Buffer.from(hkdfSync('sha256', secret, 'savepoint', 'web push', SEED_BYTES)).toString('hex')
	const scalar = (BigInt(`0x${seed}`) % (ORDER - 1n)) + 1n
	const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
	const pair = createECDH(CURVE)
	pair.setPrivateKey(privateKey)
	return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
