import type { Bucket } from './bucket.ts'

const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const REGION = 'us-east-1'

/**
 * The bucket for pictures as the environment names it, undefined where it names none. Each mistake is told in a
 * sentence.
 */
export function readBucket(
	text: (name: string) => string | undefined,
	mistake: (sentence: string) => void,
): Bucket | undefined {
	const endpoint = text('S3_ENDPOINT')
	const needed = {
		S3_BUCKET: text('S3_BUCKET') ?? '',
		S3_ACCESS_KEY_ID: text('S3_ACCESS_KEY_ID') ?? '',
		S3_SECRET_ACCESS_KEY: text('S3_SECRET_ACCESS_KEY') ?? '',
	}
	for (const name of Object.keys(needed) as (keyof typeof needed)[]) {
		if (endpoint !== undefined && needed[name] === '') mistake(`${name} must be set with S3_ENDPOINT.`)
		if (endpoint === undefined && needed[name] !== '')
			mistake(`S3_ENDPOINT must be set with ${name}: pictures are kept in DATA_DIR without it.`)
	}
	if (endpoint === undefined) return undefined
	if (!/^https?:\/\/[^/?#@\s]+\/?$/.test(endpoint) || !URL.canParse(endpoint))
		mistake('S3_ENDPOINT must be an address without a path: https://s3.eu-central-1.amazonaws.com.')
	if (needed.S3_BUCKET !== '' && !BUCKET_NAME.test(needed.S3_BUCKET))
		mistake('S3_BUCKET must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens.')
	return {
		endpoint: endpoint.replace(/\/$/, ''),
		name: needed.S3_BUCKET,
		region: text('S3_REGION') ?? REGION,
		accessKeyId: needed.S3_ACCESS_KEY_ID,
		secretAccessKey: needed.S3_SECRET_ACCESS_KEY,
	}
}
