import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { escapeXml } from '#server/http/xml.ts'
import { refuseUnsigned } from './s3-signature.ts'

/** An S3-compatible server with one bucket, which checks every signature. */
export interface S3Server extends AsyncDisposable {
	port: number
	/** The bucket's objects by name. */
	objects: () => Promise<string[]>
}

/** The server's only access key. */
export const S3_KEY = { accessKeyId: 'TESTS', secretAccessKey: 'the secret of the tests' } as const
export const S3_BUCKET = 'savepoint-pictures'

interface StoredObject {
	bytes: Buffer
	type: string
	etag: string
	storedAt: string
}

interface Answer {
	status: number
	headers?: Record<string, string>
	body?: string | Buffer
}

/** Starts the server, by default on a free port. */
export async function startS3(port = 0): Promise<S3Server> {
	const objects = new Map<string, StoredObject>()
	const server = createServer((request, response) => {
		buffer(request).then(
			(received) => {
				const { status, headers = {}, body = '' } = answerTo(request, received, objects)
				response.writeHead(status, headers).end(body)
			},
			() => response.destroy(),
		)
	})
	server.listen(port, '127.0.0.1')
	await once(server, 'listening')
	return {
		port: (server.address() as AddressInfo).port,
		objects: async () => [...objects.keys()].sort(),
		async [Symbol.asyncDispose]() {
			server.close()
			server.closeAllConnections()
			await once(server, 'close')
		},
	}
}

function answerTo(request: IncomingMessage, body: Buffer, objects: Map<string, StoredObject>): Answer {
	const refusal = refuseUnsigned(request, body, S3_KEY)
	if (refusal) return failure(refusal.status, refusal.code)
	const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
	const [, bucket = '', name = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? []
	if (bucket !== S3_BUCKET) return failure(404, 'NoSuchBucket')
	if (name === '')
		return request.method === 'GET' && searchParams.get('list-type') === '2'
			? listing(objects, searchParams)
			: failure(405, 'MethodNotAllowed')
	switch (request.method) {
		case 'PUT': {
			const etag = `"${createHash('md5').update(body).digest('hex')}"`
			const type = request.headers['content-type'] ?? 'application/octet-stream'
			objects.set(name, { bytes: body, type, etag, storedAt: new Date().toISOString() })
			return { status: 200, headers: { etag } }
		}
		case 'GET': {
			const found = objects.get(name)
			if (!found) return failure(404, 'NoSuchKey')
			return { status: 200, headers: { 'content-type': found.type, etag: found.etag }, body: found.bytes }
		}
		case 'DELETE':
			objects.delete(name)
			return { status: 204 }
		default:
			return failure(405, 'MethodNotAllowed')
	}
}

/** Returns a page of objects ordered by name; its continuation token is its last name. */
function listing(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): Answer {
	const prefix = query.get('prefix') ?? ''
	const limit = Math.min(1_000, Number(query.get('max-keys') ?? 1_000))
	const token = query.get('continuation-token')
	const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString()
	const rest = [...objects]
		.filter(([name]) => name.startsWith(prefix) && name > after)
		.sort(([a], [b]) => (a < b ? -1 : 1))
	const page = rest.slice(0, limit)
	const isTruncated = rest.length > page.length
	const next = isTruncated ? Buffer.from(page.at(-1)?.[0] ?? after).toString('base64url') : undefined
	return xml(
		200,
		`<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${S3_BUCKET}</Name><Prefix>${escapeXml(prefix)}</Prefix>` +
			`<KeyCount>${page.length}</KeyCount><MaxKeys>${limit}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>` +
			(next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`) +
			page
				.map(
					([name, { bytes, etag, storedAt }]) =>
						`<Contents><Key>${escapeXml(name)}</Key><LastModified>${storedAt}</LastModified><ETag>${escapeXml(etag)}</ETag>` +
						`<Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
				)
				.join('') +
			'</ListBucketResult>',
	)
}

function failure(status: number, code: string): Answer {
	return xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

function xml(status: number, content: string): Answer {
	return {
		status,
		headers: { 'content-type': 'application/xml' },
		body: `<?xml version="1.0" encoding="UTF-8"?>\n${content}`,
	}
}

/** Returns the environment of a site that stores its pictures on the server. */
export function s3Env(port: number, change: Record<string, string> = {}): Record<string, string> {
	return {
		S3_ENDPOINT: `http://127.0.0.1:${port}`,
		S3_BUCKET,
		S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
		S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
		...change,
	}
}
