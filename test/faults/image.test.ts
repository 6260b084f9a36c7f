import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { getPopularGames } from '#contract/games.ts'
import { createList } from '#contract/lists.ts'
import { updateProfile } from '#contract/profile.ts'
import { listPicturePath } from '#contract/share-pictures.ts'
import { startTraceCollector } from '#kit/peers/trace-collector.ts'
import { plainPicture, toFile } from '#kit/pictures.ts'
import { createBundledLocation, createTransport, registerUser, startCommand } from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'
import { listBuildContext } from '../deploy/build-context.ts'
import { onlyStep, readStages, type Stage } from '../deploy/dockerfile.ts'
import { buildStage } from '../deploy/image-build.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The base image is documented with 230 MB, and the whole image has less than 380. */
const MAX_ADDED_BYTES = 150_000_000
/** A user without any rights, in place of the image's own. Only root may become another user. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

const [client, packages, image] = readStages(await readFile(path.join(ROOT, 'Dockerfile'), 'utf8')) as [
	Stage,
	Stage,
	Stage,
]
const context = listBuildContext(ROOT)
const { peerDependencies } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
	peerDependencies: Record<string, string>
}
const INSTALL_TRACING = `npm install --no-save --save-prod --omit=dev ${Object.entries(peerDependencies)
	.map((peer) => peer.join('@'))
	.join(' ')}`

// The packages of other systems' Node and native parts differ from those of the image
describe.skipIf(process.platform !== 'linux')('the image', () => {
	let folder: string
	let app: string
	let traced: string

	beforeAll(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'savepoint-image-'))
		await mkdir(path.join(folder, 'bin'))
		// In place of the base image's Node, and readable by every user, wherever the project is
		await cp(process.execPath, path.join(folder, 'bin/node'))
		// Building the client takes long; the client of this folder is made of the same files
		if (process.env.IMAGE_AT_LENGTH)
			await buildStage(client, { root: path.join(folder, 'client'), ...build(folder), runsCommands: true })
		else await cp(path.join(ROOT, 'dist'), path.join(folder, 'client/app/dist'), { recursive: true })
		app = await buildImage(folder, 'image')
		if (process.env.IMAGE_AT_LENGTH) traced = await buildImage(folder, 'traced', { TRACING: '1' })
		execFileSync('chmod', ['-R', 'a-w,a+rX', folder])
		return async () => {
			execFileSync('chmod', ['-R', 'u+w', folder])
			await rm(folder, { recursive: true })
		}
	})

	test('starts with its database as another user in a read-only tree, serves, draws, decodes pictures, and stops with 0', async ({
		annotate,
	}) => {
		if (!NOBODY) await annotate('Not root: the site runs as the same user, in a tree without write permissions.')
		await using place = await createBundledLocation()
		if (NOBODY) execFileSync('chown', [`${NOBODY.uid}:${NOBODY.gid}`, place.env.DATA_DIR ?? ''])
		const env = { ...onlyStep(image, 'ENV').values, ...place.env, PATH: `${folder}/bin:/usr/bin:/bin` }
		await using site = await startCommand(onlyStep(image, 'CMD').words ?? [], { cwd: app, env, ...NOBODY })
		const isServerRunning = () => existsSync(path.join(site.dataDir, 'postgres/data/postmaster.pid'))
		expect(isServerRunning()).toBe(true)

		const home = await fetch(site.url)
		expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('</html>')])

		const { data } = await call(createTransport(site), getPopularGames, { query: { limit: 1 } })
		const cover = await fetch(new URL(data.games[0]?.cover ?? '', site.url))
		expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/webp'])

		const { token } = await registerUser(site, 'painter')
		const body = { profilePicture: toFile(await plainPicture('avif')) }
		const { user } = await call(createTransport(site, token), updateProfile, { body })
		expect((await fetch(new URL(user.profilePicture ?? '', site.url))).status).toBe(200)

		// Letters of every font in src/art/text/font-files.ts
		const list = await call(createTransport(site, token), createList, {
			body: { title: 'A Жα س א अ অ அ అ ก ა Ա か 가 这 ♀ ★ 🔥' },
		})
		expect((await fetch(new URL(listPicturePath(list), site.url))).status).toBe(200)

		// As in `docker exec`
		const { stdout } = await promisify(execFile)('node', ['src/admin.ts', 'invite'], { cwd: app, env, ...NOBODY })
		expect(stdout).toContain('/join/')

		await check(onlyStep(image, 'HEALTHCHECK').words ?? [], { ...env, PORT: new URL(site.url).port })
		expect(await site.stop('SIGTERM')).toBe(0)
		expect(isServerRunning()).toBe(false)
		await expect(check(onlyStep(image, 'HEALTHCHECK').words ?? [], { ...env, PORT: '1' })).rejects.toThrow()
	})

	test('without the packages for traces, a start with a collector exits with 1 and the command that installs them', async () => {
		await using place = await createBundledLocation()
		const env = {
			...place.env,
			PATH: `${folder}/bin:/usr/bin:/bin`,
			OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
		}
		for (const WORKERS of ['1', '2']) {
			const error = await startCommand(['node', 'src/main.ts'], { cwd: app, env: { ...env, WORKERS } }).catch(String)
			expect(error).toBe(
				`Error: The site ended with 1 before it was ready:\nOTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: run ${INSTALL_TRACING}, or build the image with --build-arg TRACING=1.\n`,
			)
		}
		const manual = await readFile(path.join(ROOT, 'docs/self-hosting.md'), 'utf8')
		expect(manual.replaceAll(/ \\\n +/g, ' ')).toContain(`$ ${INSTALL_TRACING}\n`)
	})

	test.runIf(process.env.IMAGE_AT_LENGTH)('sends traces if it is built for them', async () => {
		await using collector = await startTraceCollector()
		await using place = await createBundledLocation()
		const env = { ...place.env, PATH: `${folder}/bin:/usr/bin:/bin`, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
		await using site = await startCommand(['node', 'src/main.ts'], { cwd: traced, env })
		await fetch(`${site.url}/api/site`)
		expect(await site.stop()).toBe(0)
		expect(collector.spans.map(({ name }) => name)).toContain('GET /api/site')
	})

	test('has no second Node, no package manager and no development packages, and is small', async () => {
		const { packages } = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
			packages: Record<string, { dev?: true }>
		}
		const files = listFiles(app)
		const packagesOf = new Set(files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))
		const isUnneeded = (name: string) => /^(node-|npm$)/.test(name) || packages[`node_modules/${name}`]?.dev
		expect([...packagesOf].filter(isUnneeded)).toEqual([])
		expect(files.filter((file) => /\.(map|d\.[mc]?ts)$|^src\/.*\.test\.|^\.env/.test(file))).toEqual([])
		const bytes = files.reduce((sum, file) => sum + statSync(path.join(app, file)).size, 0)
		expect(bytes).toBeLessThan(MAX_ADDED_BYTES)
	})
})

/** Builds the packages with build arguments, and the image with them. Returns its working directory. */
async function buildImage(folder: string, name: string, args: Record<string, string> = {}): Promise<string> {
	const { env, ...rest } = build(folder)
	const stages = { packages: path.join(folder, `${name}-packages`), client: path.join(folder, 'client') }
	await buildStage(packages, { root: stages.packages, ...rest, env: { ...env, ...args }, runsCommands: true })
	return buildStage(image, { root: path.join(folder, name), ...rest, env, stages, runsCommands: false })
}

function build(folder: string) {
	// npm reads its cache and registry from the environment, and has the packages of this folder in its cache
	const path = `${folder}/bin:${process.env.PATH}`
	const env = { ...process.env, NODE_ENV: undefined, PATH: path, npm_config_prefer_offline: 'true' }
	return { context, contextRoot: ROOT, stages: {}, env }
}

async function check([program = '', ...args]: readonly string[], env: Record<string, string>): Promise<void> {
	await promisify(execFile)(program, args, { env })
}

function listFiles(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}
