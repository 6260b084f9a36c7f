/**
 * All installed packages.
 *
 * @module-tag ci
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { loadOrCreateSecret } from '#server/lifecycle/secret-keys.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const LOCK_FILES = ['package-lock.json', 'mobile/package-lock.json']

interface LockedPackage {
	version?: string
	integrity?: string
	link?: boolean
}

interface Component {
	name: string
	version: string
	hashes?: unknown[]
}

const readLock = (file: string) =>
	Object.entries(
		(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as { packages: Record<string, LockedPackage> }).packages,
	)

test('every package is locked with a strong checksum, and none runs a script when it is installed', {
	tags: ['trust-41'],
}, () => {
	for (const file of LOCK_FILES)
		for (const [name, { integrity, link }] of readLock(file))
			if (name !== '' && !link) expect([file, name, integrity]).toEqual([file, name, expect.stringMatching(/^sha512-/)])
	expect(readFileSync(path.join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
	expect(readFileSync(path.join(ROOT, 'scripts/install.mjs'), 'utf8')).toContain("'--ignore-scripts'")
	// Both install what the lock file has
	expect(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')).not.toMatch(
		/\bnpm (?!(?:ci|install --no-save) .*--ignore-scripts)/,
	)
})

test('the lock file yields a bill of materials that names every package', { tags: ['trust-41'] }, () => {
	const text = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
		cwd: ROOT,
		encoding: 'utf8',
		maxBuffer: 100 * 1024 * 1024,
		stdio: ['ignore', 'pipe', 'ignore'],
	})
	const { components } = JSON.parse(text) as { components: Component[] }
	const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
	const wanted = readLock('package-lock.json').filter(([name, { link }]) => name.startsWith('node_modules/') && !link)
	expect(wanted.length).toBeGreaterThan(50)
	for (const [name, { version }] of wanted)
		expect(listed).toContain(`${name.slice(name.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`)
	expect(components.filter(({ hashes }) => !hashes?.length)).toEqual([])
})

test('each site makes its own secret, and a short one is refused', { tags: ['trust-41'] }, async () => {
	const folders = await Promise.all(
		['one', 'two'].map((name) => mkdtemp(path.join(tmpdir(), `savepoint-test-${name}-`))),
	)
	const stored = await Promise.all(folders.map((folder) => loadOrCreateSecret(folder)))
	const secrets = stored.map(({ secret }) => secret)
	expect(new Set(secrets).size).toBe(2)
	for (const secret of secrets) expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32)
	for (const folder of folders) await rm(folder, { recursive: true })
	for (const secret of ['secret', 'changeme', 'x'.repeat(31)])
		expect(() => readConfig({ SECRET_KEY: secret })).toThrow('SECRET_KEY')
	expect(readConfig({}).secretKey).toBeUndefined()
})
