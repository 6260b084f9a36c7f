import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../../..')
const TYPES: Readonly<Record<string, string>> = {
	'.html': 'text/html',
	'.js': 'text/javascript',
	'.css': 'text/css',
	'.woff2': 'font/woff2',
}

/** The app's bundled files at an origin of their own, as on a phone; other paths serve `index.html`. */
export interface AppFiles extends AsyncDisposable {
	origin: string
	/** Builds the files for a site. Until then, there are none. */
	buildFor: (api: string) => Promise<void>
}

export async function serveAppFiles(): Promise<AppFiles> {
	const folder = await mkdtemp(path.join(tmpdir(), 'savepoint-app-'))
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://app.invalid')
		const file = path.extname(pathname) ? path.join(folder, path.normalize(pathname)) : path.join(folder, 'index.html')
		readFile(file).then(
			(bytes) => response.setHeader('content-type', TYPES[path.extname(file)] ?? '').end(bytes),
			() => response.writeHead(404).end(),
		)
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async buildFor(api) {
			await promisify(execFile)(process.execPath, ['scripts/build-mobile.mjs', folder], {
				cwd: root,
				env: { ...process.env, SAVEPOINT_API: api },
			})
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			server.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}
