import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SHUTDOWN_TIMEOUT_MS } from '#server/serve.ts'
import { isIgnored, listBuildContext, readIgnoreRules } from './build-context.ts'
import { onlyStep, readStages, type Stage } from './dockerfile.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const stages = readStages(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'))
const image = stages.at(-1) as Stage
const { version, description, license, optionalDependencies } = JSON.parse(
	readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
) as { version: string; description: string; license: string; optionalDependencies: Record<string, string> }

describe('the Dockerfile', () => {
	test('has the Node that the project pins, on a slim image', () => {
		const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
		const pinned = new Set(nodes.map(([, node]) => node))
		expect(pinned.size).toBe(1)
		expect(new Set(stages.map(({ image }) => image))).toEqual(new Set([`node:${[...pinned][0]}-bookworm-slim`]))
	})

	test('describes the project as package.json does', () => {
		const labels = onlyStep(image, 'LABEL').values
		expect(labels).toMatchObject({
			'org.opencontainers.image.version': version,
			'org.opencontainers.image.licenses': license,
			'org.opencontainers.image.base.name': `docker.io/library/${image.image}`,
		})
		expect(description.startsWith(labels['org.opencontainers.image.description'] ?? 'none')).toBe(true)
	})

	test('runs the site as a user other than root, whom Kubernetes knows by number', () => {
		expect(onlyStep(image, 'USER').text).toMatch(/^[1-9]/)
	})

	test('stops with the signal that the site understands, in less than the ten seconds that Docker waits', () => {
		expect(onlyStep(image, 'STOPSIGNAL').text).toBe('SIGTERM')
		expect(SHUTDOWN_TIMEOUT_MS).toBeLessThan(10_000)
	})
})

describe('the build context', () => {
	const context = listBuildContext(ROOT)

	test('has no settings, data, tests or repository', () => {
		const rules = readIgnoreRules(readFileSync(path.join(ROOT, '.dockerignore'), 'utf8'))
		const left = ['.env', '.git/config', 'data/secret', 'node_modules/a.js', 'dist/a.js', 'src/server/config.test.ts']
		expect(left.filter((file) => !isIgnored(rules, file))).toEqual([])
		expect(isIgnored(rules, 'src/main.ts')).toBe(false)
	})

	test('has only what the Dockerfile copies', () => {
		const sources = stages
			.flatMap(({ steps }) => steps.filter(({ keyword, from }) => keyword === 'COPY' && !from))
			.flatMap(({ text }) => text.split(/\s+/).slice(0, -1))
		const isCopied = (file: string) =>
			sources.some((source) => (source.endsWith('/') ? file.startsWith(source) : path.matchesGlob(file, source)))
		expect(context.filter((file) => !isCopied(file))).toEqual([])
	})
})
