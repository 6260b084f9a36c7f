import {
	createDecipheriv,
	createECDH,
	createPublicKey,
	type ECDH,
	hkdfSync,
	type JsonWebKey,
	randomBytes,
	verify,
} from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { PushMessage, PushSubscription } from '#contract/push.ts'
import type { Network } from '#server/http/public-request.ts'
import { type ImageSource, startImageSource } from './image-source.ts'

/** What a push service answers: a status, perhaps with headers; or nothing, ever. */
export type PushAnswer = number | { status: number; headers: Record<string, string> } | 'never'

/** A message as its device decrypted it, with what the push service checked. */
export interface ReceivedPush {
	message: PushMessage
	headers: IncomingHttpHeaders
	/** The claims of the signed token, and the site's public key that it was signed for. */
	token: { aud: string; exp: number; sub: string; key: string }
}

/** A browser that has subscribed. */
export interface PushDevice {
	subscription: PushSubscription
	received: ReceivedPush[]
	/** What the push service answers to messages for this device. */
	answer: PushAnswer
}

/** A push service, and the browsers at it. It refuses messages that are not signed or that their device cannot decrypt. */
export interface PushService extends AsyncDisposable {
	network: Network
	source: ImageSource
	addDevice: (host?: string) => PushDevice
}

/** Starts a push service on all hosts that are asked for. */
export async function startPushService(): Promise<PushService> {
	const devices = new Map<string, { device: PushDevice; pair: ECDH; secret: Buffer }>()
	const source = await startImageSource(async (request, response) => {
		const body = await buffer(request)
		const endpoint = `https://${request.headers.host}${request.url}`
		const found = devices.get(endpoint)
		if (!found) {
			response.writeHead(404).end()
			return
		}
		const { device, pair, secret } = found
		if (device.answer === 'never') return
		try {
			const token = verifyToken(request.headers.authorization ?? '')
			const text = decrypt(body, pair, secret)
			device.received.push({ message: JSON.parse(text), headers: request.headers, token })
		} catch {
			response.writeHead(403).end()
			return
		}
		const { status, headers } =
			typeof device.answer === 'number' ? { status: device.answer, headers: {} } : device.answer
		response.writeHead(status, headers).end()
	})
	return {
		network: source.network,
		source,
		addDevice(host = 'push.example') {
			const pair = createECDH('prime256v1')
			pair.generateKeys()
			const secret = randomBytes(16)
			const endpoint = `https://${host}/send/${randomBytes(24).toString('base64url')}`
			const keys = { p256dh: pair.getPublicKey('base64url'), auth: secret.toString('base64url') }
			const device: PushDevice = { subscription: { endpoint, keys }, received: [], answer: 201 }
			devices.set(endpoint, { device, pair, secret })
			return device
		},
		[Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
	}
}

/** Checks the signature of a token (RFC 8292) with the key beside it, and returns its claims. */
function verifyToken(authorization: string): ReceivedPush['token'] {
	const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? []
	const [header = '', claims = '', signature = ''] = token.split('.')
	const point = Buffer.from(key, 'base64url')
	const jwk: JsonWebKey = {
		kty: 'EC',
		crv: 'P-256',
		x: point.subarray(1, 33).toString('base64url'),
		y: point.subarray(33).toString('base64url'),
	}
	const isSigned = verify(
		'sha256',
		Buffer.from(`${header}.${claims}`),
		{ key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
		Buffer.from(signature, 'base64url'),
	)
	if (!isSigned) throw new Error('The token is not signed')
	return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), key }
}

/** Decrypts a message (RFC 8291, in one record of RFC 8188), as browsers do. */
function decrypt(body: Buffer, pair: ECDH, secret: Buffer): string {
	const salt = body.subarray(0, 16)
	const keyLength = body.readUInt8(20)
	const senderKey = body.subarray(21, 21 + keyLength)
	const record = body.subarray(21 + keyLength)
	const derive = (key: Uint8Array, by: Buffer, info: Buffer, bytes: number) =>
		Buffer.from(hkdfSync('sha256', key, by, info, bytes))
	const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
	const shared = derive(pair.computeSecret(senderKey), secret, info, 32)
	const contentKey = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
	const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
	const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce, { authTagLength: 16 })
	decipher.setAuthTag(record.subarray(-16))
	const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
	return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
