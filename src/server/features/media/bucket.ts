import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { PICTURES_UNAVAILABLE } from '#contract/profile.ts'
import { AppError } from '#server/http/errors.ts'
import type { PictureStorage } from './storage.ts'

/** A bucket of an S3-compatible storage, and its access key. */
export interface Bucket {
	/** The storage's base URL: `https://s3.eu-central-1.amazonaws.com`. */
	endpoint: string
	name: string
	region: string
	accessKeyId: string
	secretAccessKey: string
}

const TIMEOUT_MS = 5_000
const RETRY_SECONDS = '10'
// Enough of an error response to contain its error code
const MAX_ERROR_LENGTH = 1_000

/**
 * Returns a storage that keeps pictures as objects in a bucket, using signed requests. Throws 503 if the bucket is
 * unreachable, refuses or takes longer than `timeoutMs`; the error's cause, which is logged, says why.
 */
export function bucketStorage(bucket: Bucket, timeoutMs = TIMEOUT_MS): PictureStorage {
	const { endpoint, name: bucketName, region, accessKeyId, secretAccessKey } = bucket
	// Retries transient failures, at most twice
	const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2, initRetryMs: 50 })

	/** Returns the response body, or undefined if the object does not exist. Throws 503 for everything else. */
	async function send(method: 'GET' | 'PUT' | 'DELETE', name: string, bytes?: Buffer): Promise<Buffer | undefined> {
		try {
			const answer = await client.fetch(`${endpoint}/${bucketName}/${encodeURIComponent(name)}`, {
				method,
				// Signed with the request, so that nobody can replace the bytes in transit
				headers: {
					'x-amz-content-sha256': createHash('sha256')
						.update(bytes ?? '')
						.digest('hex'),
					...(bytes ? { 'content-type': 'image/webp' } : {}),
				},
				...(bytes ? { body: new Uint8Array(bytes) } : {}),
				redirect: 'error',
				signal: AbortSignal.timeout(timeoutMs),
			})
			const body = Buffer.from(await answer.arrayBuffer())
			if (answer.ok) return body
			const reason = /<Code>(\w+)<\/Code>/.exec(body.toString('utf8', 0, MAX_ERROR_LENGTH))?.[1] ?? ''
			if (answer.status === 404 && reason !== 'NoSuchBucket') return undefined
			throw new Error(`The picture storage answered ${answer.status} ${reason}`.trim())
		} catch (error) {
			throw new AppError(503, PICTURES_UNAVAILABLE, { headers: { 'retry-after': RETRY_SECONDS }, cause: error })
		}
	}

	return {
		async put(name, bytes) {
			await send('PUT', name, bytes)
		},
		get: (name) => send('GET', name),
		async remove(name) {
			await send('DELETE', name)
		},
	}
}
