import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import { createHashSource } from './src/server/http/security-headers.ts'

const folder = new URL('src/web/service-worker/', import.meta.url)
const page = new URL('offline.html', folder)

/** Bundles and minifies the service worker with its offline page, which needs nothing else. */
async function bundleServiceWorker(): Promise<string> {
	const html = (await readFile(page, 'utf8')).replace(/\n\s+/g, '\n').trim()
	const bundle = await build({
		configFile: false,
		logLevel: 'warn',
		define: { OFFLINE_PAGE: JSON.stringify(html), OFFLINE_POLICY: JSON.stringify(createOfflinePolicy(html)) },
		build: {
			write: false,
			copyPublicDir: false,
			target: 'baseline-widely-available',
			modulePreload: false,
			rolldownOptions: {
				input: fileURLToPath(new URL('service-worker.ts', folder)),
				output: { format: 'iife' },
			},
		},
	})
	const [script] = (bundle as Rolldown.RolldownOutput).output
	return script.code.trim()
}

/** The policy of the offline page: its inline style and script, and nothing else. */
function createOfflinePolicy(html: string): string {
	const hash = (tag: string) => createHashSource(new RegExp(`<${tag}>(.*)</${tag}>`, 's').exec(html)?.[1] ?? '')
	return [
		"default-src 'none'",
		`style-src ${hash('style')}`,
		`script-src ${hash('script')}`,
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	].join('; ')
}

/** Writes the service worker as /sw.js. Its address never changes: browsers look there for the next version. */
export const serviceWorker: Plugin = {
	name: 'service-worker',
	buildStart() {
		this.addWatchFile(fileURLToPath(page))
	},
	async generateBundle() {
		this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundleServiceWorker() })
	},
}
