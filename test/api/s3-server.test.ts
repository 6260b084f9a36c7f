import { AwsClient } from 'aws4fetch'
import { expect, test } from 'vitest'
import { S3_BUCKET, S3_KEY, startS3 } from '#kit/peers/s3-server.ts'

/** The SHA-256 of no bytes. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const HEADERS = { 'x-amz-content-sha256': EMPTY }

/** What a client gets for a request: the status, and S3's code where it is refused. */
async function answerTo(request: Promise<Response>): Promise<string> {
	const response = await request
	const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]
	return [response.status, code].filter(Boolean).join(' ')
}

test('the test S3 server rejects requests whose signature does not match, byte for byte', async () => {
	await using server = await startS3()
	const address = `http://127.0.0.1:${server.port}/${S3_BUCKET}/one.webp`
	const clientWith = (change: object) =>
		new AwsClient({ ...S3_KEY, service: 's3', region: 'eu-central-1', retries: 0, ...change })
	const client = clientWith({})

	expect(await answerTo(fetch(address))).toBe('403 AccessDenied')
	expect(await answerTo(clientWith({ accessKeyId: 'NOBODY' }).fetch(address))).toBe('403 InvalidAccessKeyId')
	expect(await answerTo(clientWith({ secretAccessKey: 'another' }).fetch(address))).toBe('403 SignatureDoesNotMatch')
	expect(await answerTo(client.fetch(address, { aws: { datetime: '20200101T000000Z' } }))).toBe(
		'403 RequestTimeTooSkewed',
	)

	expect(await answerTo(client.fetch(address, { method: 'PUT', body: 'bytes', headers: HEADERS }))).toBe(
		'400 XAmzContentSHA256Mismatch',
	)
	const signed = await client.sign(address, { method: 'DELETE', headers: HEADERS })
	expect(await answerTo(fetch(`${signed.url}.bak`, { method: 'DELETE', headers: signed.headers }))).toBe(
		'403 SignatureDoesNotMatch',
	)
	expect(await server.objects()).toEqual([])
})

test('the test S3 server lists its objects page by page', async () => {
	await using server = await startS3()
	const bucket = `http://127.0.0.1:${server.port}/${S3_BUCKET}`
	const client = new AwsClient({ ...S3_KEY, service: 's3', region: 'us-east-1', retries: 0 })
	const names = ['a & b.webp', 'cover-1.webp', 'cover-2.webp', 'cover-3.webp']
	for (const name of names) {
		const url = `${bucket}/${encodeURIComponent(name)}`
		expect((await client.fetch(url, { method: 'PUT', headers: HEADERS })).status).toBe(200)
	}
	const list = async (query: string) => {
		const text = await (await client.fetch(`${bucket}?list-type=2&${query}`, { headers: HEADERS })).text()
		return {
			names: [...text.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, name]) => name),
			next: /<NextContinuationToken>(.*?)</.exec(text)?.[1],
		}
	}
	expect(await list('')).toEqual({ names: ['a &amp; b.webp', ...names.slice(1)], next: undefined })
	const first = await list('prefix=cover-&max-keys=2')
	expect(first.names).toEqual(['cover-1.webp', 'cover-2.webp'])
	expect(await list(`prefix=cover-&max-keys=2&continuation-token=${first.next}`)).toEqual({
		names: ['cover-3.webp'],
		next: undefined,
	})
})
