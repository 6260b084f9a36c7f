import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium as browsers } from '@playwright/test'
import { readConfig } from '#server/config.ts'
import { openSite } from '#server/site.ts'
import { type ServerProcess, startServer } from '../bench/server-process.ts'
import { readContent } from './content.ts'
import { fillWithPeople } from './fill.ts'
import { addModeration } from './moderation.ts'
import { type Addresses, findAddresses } from './screen-list.ts'

/** A demo site in its own process, and a browser. */
interface DemoSite extends AsyncDisposable {
	server: ServerProcess
	origin: string
	addresses: Addresses
	browser: Browser
}

/**
 * Builds the program, `withComponents` with the page of all components, then fills and starts a site, which is removed when
 * it goes out of scope.
 */
export async function startDemoSite(
	env: Record<string, string> = {},
	{ withComponents = false } = {},
): Promise<DemoSite> {
	// Plain JavaScript, because it also runs before dependencies are installed
	const { ensureBuilt, buildWithComponents }: Record<'ensureBuilt' | 'buildWithComponents', () => Promise<void>> =
		await import(new URL('../scripts/web-build.mjs', import.meta.url).href)
	const { chromium }: { chromium: () => Promise<string> } = await import(
		new URL('../scripts/chromium.mjs', import.meta.url).href
	)
	await using opened = new AsyncDisposableStack()
	await (withComponents ? buildWithComponents() : ensureBuilt())
	const executablePath = await chromium()
	const dataDir = await mkdtemp(join(tmpdir(), 'savepoint-demo-'))
	opened.defer(() => rm(dataDir, { recursive: true, force: true }))
	console.log('Filling a site with people…')
	const site = await openSite(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), () => {})
	await fillWithPeople(site.services, readContent())
		.then(() => addModeration(site.services))
		.finally(() => site.close())
	const server = opened.use(
		await startServer(new URL('../src/main.ts', import.meta.url), {
			DATA_DIR: dataDir,
			DATABASE_URL: '',
			PUBLIC_URL: '',
			RATE_LIMIT_FACTOR: '1000',
			...env,
		}),
	)
	const origin = `http://127.0.0.1:${server.port}`
	const addresses = await findAddresses(origin)
	const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
	const browser = opened.use(await browsers.launch({ executablePath, args }))
	const kept = opened.move()
	return { server, origin, addresses, browser, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
