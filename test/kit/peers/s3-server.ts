import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'

/** An S3-compatible server with one bucket, which checks every signature. */
export interface S3Server extends AsyncDisposable {
	port: number
	/** What the bucket holds, by name. */
	objects: () => Promise<string[]>
}

/** The one key that the server knows. */
export const S3_KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const
export const S3_BUCKET = 'savepoint-pictures'

/** Starts the server on a free port, or on one that it had before. */
export async function startS3(port = 0): Promise<S3Server> {
	const directory = await mkdtemp(path.join(tmpdir(), 'savepoint-s3-'))
	const server = new S3rver({
		address: '127.0.0.1',
		port,
		silent: true,
		directory,
		vhostBuckets: false,
		configureBuckets: [{ name: S3_BUCKET }],
	})
	const address = await server.run()
	return {
		port: address.port,
		async objects() {
			const files = await readdir(path.join(directory, S3_BUCKET))
			return files.flatMap((file) => /^(.*)\._S3rver_object$/.exec(file)?.[1] ?? []).sort()
		},
		async [Symbol.asyncDispose]() {
			await server.close()
			await rm(directory, { recursive: true, force: true })
		},
	}
}

/** The environment of a site that keeps its pictures there. */
export function s3Env(port: number, change: Record<string, string> = {}): Record<string, string> {
	return {
		S3_ENDPOINT: `http://127.0.0.1:${port}`,
		S3_BUCKET,
		S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
		S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
		...change,
	}
}
