import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Assertion, NewCredential } from '#contract/passkeys.ts'

/** What the authenticator is asked, and how it may misbehave. */
interface Ceremony {
	challenge: string
	origin?: string
	rpId?: string
	/** Whether a fingerprint or PIN was asked for. */
	isUserVerified?: boolean
}

/** A passkey on an authenticator in software. */
export interface SoftwarePasskey {
	/** Signatures so far; zero before the next one makes it stay zero, as synced passkeys do. */
	counter: number
	/** Returns what the browser sends to add the passkey. */
	create: (ceremony: Ceremony) => NewCredential
	/** Returns what the browser sends to use the passkey. */
	use: (ceremony: Ceremony & { userHandle?: string }) => Assertion
}

const ORIGIN = 'http://localhost'
const RP_ID = 'localhost'
const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** Creates a passkey (ES256) that counts its signatures, without a browser. */
export function createSoftwarePasskey({ isCounting = true } = {}): SoftwarePasskey {
	const id = randomBytes(32)
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
	const { x = '', y = '' } = publicKey.export({ format: 'jwk' })

	const toClientData = (type: string, { challenge, origin = ORIGIN }: Ceremony) =>
		Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
	const toAuthenticatorData = ({ rpId = RP_ID, isUserVerified = true }: Ceremony, flags: number) => {
		const counter = Buffer.alloc(4)
		counter.writeUInt32BE(passkey.counter)
		const head = Buffer.from([PRESENT | (isUserVerified ? VERIFIED : 0) | flags])
		return Buffer.concat([createHash('sha256').update(rpId).digest(), head, counter])
	}
	const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

	const passkey: SoftwarePasskey = {
		counter: 0,
		create(ceremony) {
			const length = Buffer.alloc(2)
			length.writeUInt16BE(id.length)
			const key = encodeMap([
				[1, 2],
				[3, -7],
				[-1, 1],
				[-2, Buffer.from(x, 'base64url')],
				[-3, Buffer.from(y, 'base64url')],
			])
			const authData = Buffer.concat([toAuthenticatorData(ceremony, HAS_CREDENTIAL), Buffer.alloc(16), length, id, key])
			const attestation = encodeMap([
				['fmt', 'none'],
				['attStmt', { map: encodeMap([]) }],
				['authData', authData],
			])
			return {
				...credential,
				response: {
					clientDataJSON: toClientData('webauthn.create', ceremony).toString('base64url'),
					attestationObject: attestation.toString('base64url'),
					transports: ['internal'],
				},
			}
		},
		use({ userHandle, ...ceremony }) {
			if (isCounting) passkey.counter++
			const clientData = toClientData('webauthn.get', ceremony)
			const authData = toAuthenticatorData(ceremony, 0)
			const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
			return {
				...credential,
				response: {
					clientDataJSON: clientData.toString('base64url'),
					authenticatorData: authData.toString('base64url'),
					signature: sign('sha256', signed, privateKey).toString('base64url'),
					...(userHandle === undefined ? {} : { userHandle }),
				},
			}
		},
	}
	return passkey
}

/** Encodes a map in CBOR. A value that is a map is passed encoded. */
function encodeMap(
	entries: readonly (readonly [number | string, number | string | Buffer | { map: Buffer }])[],
): Buffer {
	const parts = entries.flatMap(([name, value]) => [encodeItem(name), encodeItem(value)])
	return Buffer.concat([encodeHead(5, entries.length), ...parts])
}

function encodeItem(item: number | string | Buffer | { map: Buffer }): Buffer {
	if (typeof item === 'number') return item < 0 ? encodeHead(1, -1 - item) : encodeHead(0, item)
	if (typeof item === 'string') return Buffer.concat([encodeHead(3, item.length), Buffer.from(item)])
	return Buffer.isBuffer(item) ? Buffer.concat([encodeHead(2, item.length), item]) : item.map
}

function encodeHead(type: number, value: number): Buffer {
	if (value < 24) return Buffer.from([(type << 5) | value])
	return value < 256 ? Buffer.from([(type << 5) | 24, value]) : Buffer.from([(type << 5) | 25, value >> 8, value & 255])
}
