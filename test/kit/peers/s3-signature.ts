import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The status and code of an S3 error response. */
export interface S3Refusal {
	status: number
	code: string
}

const MAX_SKEW_MS = 15 * 60 * 1000
const AUTHORIZATION =
	/^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
const ALWAYS_SIGNED = ['host', 'x-amz-content-sha256', 'x-amz-date']

/** Checks a request's AWS Signature Version 4 header and body hash. Returns undefined if they are valid. */
export function refuseUnsigned(
	{ method = '', url = '', headers }: IncomingMessage,
	body: Buffer,
	key: { accessKeyId: string; secretAccessKey: string },
): S3Refusal | undefined {
	const given = AUTHORIZATION.exec(headers.authorization ?? '')
	if (!given) return { status: 403, code: 'AccessDenied' }
	const [, accessKeyId, day = '', region = '', signedHeaders = '', signature] = given
	if (accessKeyId !== key.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' }

	const names = signedHeaders.split(';')
	const time = String(headers['x-amz-date'])
	const bodyHash = String(headers['x-amz-content-sha256'])
	if (ALWAYS_SIGNED.some((name) => !names.includes(name)) || !time.startsWith(day))
		return { status: 403, code: 'AccessDenied' }
	if (!(Math.abs(Date.now() - timeOf(time)) <= MAX_SKEW_MS)) return { status: 403, code: 'RequestTimeTooSkewed' }

	const { pathname, searchParams } = new URL(url, 'http://s3')
	const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
	const canonical = [
		method,
		decodeURIComponent(pathname).split('/').map(encoded).join('/'),
		query.join('&'),
		...names.map(
			(name) =>
				`${name}:${String(headers[name] ?? '')
					.trim()
					.replace(/ +/g, ' ')}`,
		),
		'',
		signedHeaders,
		bodyHash,
	].join('\n')
	const scope = `${day}/${region}/s3/aws4_request`
	const keyOfDay = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
		(secret, part) => createHmac('sha256', secret).update(part).digest(),
		`AWS4${key.secretAccessKey}`,
	)
	const expected = createHmac('sha256', keyOfDay)
		.update(['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'))
		.digest('hex')
	if (signature !== expected) return { status: 403, code: 'SignatureDoesNotMatch' }
	if (bodyHash !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' }
	return undefined
}

/** Parses `20261121T120000Z` to milliseconds; NaN for any other format. */
function timeOf(time: string): number {
	return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

/** Percent-encodes as in RFC 3986, which leaves fewer characters unencoded than JavaScript does. */
function encoded(text: string): string {
	return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(content: string | Buffer): string {
	return createHash('sha256').update(content).digest('hex')
}
