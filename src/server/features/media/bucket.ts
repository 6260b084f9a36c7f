import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { PICTURES_AWAY } from '#contract/profile.ts'
import { AppError } from '#server/http/errors.ts'
import type { PictureStorage } from './storage.ts'

/** A bucket of an S3-compatible storage, and the key that opens it. */
export interface Bucket {
	/** The storage's own address: `https://s3.eu-central-1.amazonaws.com`. */
	endpoint: string
	name: string
	region: string
	accessKeyId: string
	secretAccessKey: string
}

const TIMEOUT_MS = 5_000
const RETRY_SECONDS = '10'
// Of what the storage says, enough to find its word for what is wrong
const SAID_LENGTH = 1_000

/**
 * Pictures as objects of a bucket, read and written with signed requests. A storage that is away, refuses or takes too
 * long is a 503 with a sentence, and the log has its reason.
 */
export function bucketStorage(bucket: Bucket, timeoutMs = TIMEOUT_MS): PictureStorage {
	const { endpoint, name: bucketName, region, accessKeyId, secretAccessKey } = bucket
	// A storage that stumbles once is asked again, twice at most
	const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2, initRetryMs: 50 })

	/** The answer of the storage, undefined where it has no such object. Throws 503 for everything else. */
	async function ask(method: 'GET' | 'PUT' | 'DELETE', name: string, bytes?: Buffer): Promise<Buffer | undefined> {
		try {
			const answer = await client.fetch(`${endpoint}/${bucketName}/${encodeURIComponent(name)}`, {
				method,
				// Signed along, so that nobody on the way can put other bytes in their place
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
			const said = Buffer.from(await answer.arrayBuffer())
			if (answer.ok) return said
			const reason = /<Code>(\w+)<\/Code>/.exec(said.toString('utf8', 0, SAID_LENGTH))?.[1] ?? ''
			if (answer.status === 404 && reason !== 'NoSuchBucket') return undefined
			throw new Error(`The storage of pictures answered ${answer.status} ${reason}`.trim())
		} catch (error) {
			throw new AppError(503, PICTURES_AWAY, { headers: { 'retry-after': RETRY_SECONDS }, cause: error })
		}
	}

	return {
		async put(name, bytes) {
			await ask('PUT', name, bytes)
		},
		get: (name) => ask('GET', name),
		async remove(name) {
			await ask('DELETE', name)
		},
	}
}
