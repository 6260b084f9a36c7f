import { readFileSync } from 'node:fs'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { SHUTDOWN_TIMEOUT_MS } from '#server/serve.ts'
import { isIgnored, listBuildContext, readIgnoreRules } from './build-context.ts'
import { onlyStep, readStages, type Stage } from './dockerfile.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const text = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
const stages = readStages(text)
const image = stages.at(-1) as Stage
const { version, description, license, optionalDependencies } = JSON.parse(
	readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
) as { version: string; description: string; license: string; optionalDependencies: Record<string, string> }

/** The rules of Hadolint that apply to images of Node, by its numbers. */
const RULES: Record<string, (stages: readonly Stage[]) => string[]> = {
	'DL3000: WORKDIR is absolute': (all) => stepsOf(all, 'WORKDIR').filter((path) => !path.startsWith('/')),
	'DL3002: the last user is not root': (all) =>
		all
			.at(-1)
			?.steps.findLast(({ keyword }) => keyword === 'USER')
			?.text.match(/^[1-9]/)
			? []
			: ['USER'],
	'DL3004: no sudo': (all) => stepsOf(all, 'RUN').filter((command) => /\bsudo\b/.test(command)),
	'DL3006, DL3007: base images have a version': (all) =>
		all.map(({ image }) => image).filter((name) => !/:\d+\.\d+\.\d+/.test(name)),
	'DL3009, DL3015, DL3027: no system packages': (all) =>
		stepsOf(all, 'RUN').filter((command) => /\b(apt|apt-get|apk|yum|dnf)\b/.test(command)),
	'DL3012, DL4003, DL4004: at most one HEALTHCHECK, CMD and ENTRYPOINT': (all) =>
		all.flatMap((stage) => ['HEALTHCHECK', 'CMD', 'ENTRYPOINT'].filter((word) => stepsOf([stage], word).length > 1)),
	'DL3016: npm installs what the lock file says': (all) =>
		stepsOf(all, 'RUN').filter((command) => /\bnpm (install|i|add|update)\b|\bnpx\b/.test(command)),
	'DL3020: COPY in place of ADD': (all) => stepsOf(all, 'ADD'),
	'DL3022: COPY --from names a stage': (all) =>
		all
			.flatMap(({ steps }) => steps.flatMap(({ from }) => from ?? []))
			.filter((from) => !all.some(({ name }) => name === from)),
	'DL3021, DL3045: several files go to a folder, relative paths follow WORKDIR': (all) =>
		all.flatMap(({ steps }) => {
			const first = steps.findIndex(({ keyword }) => keyword === 'COPY')
			const copies = steps.filter(({ keyword }) => keyword === 'COPY').map(({ text }) => text)
			const isPlaced = first < 0 || steps.slice(0, first).some(({ keyword }) => keyword === 'WORKDIR')
			return [...copies.filter((copy) => !copy.endsWith('/')), ...(isPlaced ? [] : copies)]
		}),
	'DL3024: stages have different names': (all) =>
		all.flatMap(({ name }, index) => (name && all.findIndex((other) => other.name === name) !== index ? [name] : [])),
	'DL3025: commands are in the JSON form': (all) =>
		all
			.flatMap(({ steps }) => steps)
			.filter(({ keyword, words }) => /^(CMD|ENTRYPOINT|HEALTHCHECK)$/.test(keyword) && !words)
			.map(({ text }) => text),
	'DL3044: no variable is used in the ENV that sets it': (all) =>
		all
			.flatMap(({ steps }) => steps.filter(({ keyword }) => keyword === 'ENV'))
			.flatMap(({ values }) =>
				Object.values(values).filter((value) => Object.keys(values).some((name) => value.includes(`$${name}`))),
			),
	'DL3059: RUN instructions are joined': (all) =>
		all.flatMap(({ steps }) =>
			steps
				.filter(({ keyword }, index) => keyword === 'RUN' && steps[index + 1]?.keyword === 'RUN')
				.map(({ text }) => text),
		),
	'DL4000: no MAINTAINER': (all) => stepsOf(all, 'MAINTAINER'),
	'DL4006: a pipe fails with its first command': (all) =>
		stepsOf(all, 'RUN').filter((command) => /[^|]\|[^|]/.test(command)),
}

const BAD = `FROM node AS one
RUN sudo apt-get update
RUN npm install | cat
ADD a.tar b
FROM node:24 AS one
WORKDIR app
COPY --from=two /x y
ENV A=1 B=$A
MAINTAINER me
HEALTHCHECK CMD true
CMD node
CMD node
USER root`

describe('the Dockerfile', () => {
	test('has no mistakes in its syntax', () => {
		expect(validate(text)).toEqual([])
		expect(validate('FROM node\nCOPPY a b')).not.toEqual([])
	})

	test.each(Object.entries(RULES))('%s', (_, findProblems) => {
		expect(findProblems(stages)).toEqual([])
		expect(findProblems(readStages(BAD))).not.toEqual([])
	})

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

function stepsOf(all: readonly Stage[], keyword: string): string[] {
	return all.flatMap(({ steps }) => steps.filter((step) => step.keyword === keyword).map(({ text }) => text))
}
