import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
	featureOf,
	findCycles,
	findLongestChain,
	importEdges,
	isTest,
	readSource,
	readSourceGraph,
	roomOf,
} from './source-graph.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const MAX_FUNCTION_LINES = 110
const MAX_IMPORT_DEPTH = 12

const graph = readSourceGraph(ROOT)
const sources = [...graph.values()].filter(({ path: file }) => file.startsWith('src/') && !isTest(file))

const inSource = (file: string) => (file.startsWith('src/') ? file : undefined)
describe('imports', () => {
	test.each([
		['values and types of files', inSource],
		['features', featureOf],
		['rooms of the server', roomOf],
	])('make no cycle of %s', (_, nameOf) => {
		expect(findCycles(importEdges(graph, { withTypes: true, nameOf }))).toEqual([])
	})

	test('in a cycle are found, type imports included', () => {
		const file = (name: string, text: string) =>
			[name, readSource(name, text, (_, specifier) => ({ to: specifier.slice(2), isPackage: false }))] as const
		const circle = new Map([
			file('a.ts', "import { b } from './b.ts'\nexport const a = b"),
			file('b.ts', "export type { C as B } from './c.ts'\nexport const b = 1"),
			file('c.ts', "import type { A } from './a.ts'\nexport type C = A"),
			file('d.ts', "import { a } from './a.ts'\nexport const load = () => import('./d.ts')"),
		])
		expect(findCycles(importEdges(circle, { withTypes: true }))).toEqual([['a.ts', 'b.ts', 'c.ts']])
		expect(findCycles(importEdges(circle, { withTypes: false }))).toEqual([])
	})
})

describe('what loads with a file', () => {
	const edges = importEdges(graph, { withTypes: false, nameOf: inSource })

	test('is a chain of at most twelve imports', () => {
		const chain = findLongestChain(edges)
		expect(chain.slice(MAX_IMPORT_DEPTH), chain.join(' > ')).toEqual([])
		const small = { a: ['b', 'c'], b: ['d'], c: [], d: ['e'], e: [] }
		const entries = Object.entries(small).map(([from, to]) => [from, new Set(to)] as const)
		expect(findLongestChain(new Map(entries))).toEqual(['a', 'b', 'd', 'e'])
	})

	test('is never all services, except in the programs that create them', () => {
		const importers = [...edges].flatMap(([file, targets]) => (targets.has('src/server/services.ts') ? [file] : []))
		expect(importers.sort()).toEqual(['src/server/admin/program.ts', 'src/server/running-site.ts'])
	})
})

describe('rooms', () => {
	test('of the server contain everything except its wiring', () => {
		const atRoot = sources.map(({ path: file }) => file).filter((file) => path.dirname(file) === 'src/server')
		expect(atRoot.map((file) => path.basename(file)).sort()).toEqual([
			'app.ts',
			'clock.ts',
			'config.ts',
			'running-site.ts',
			'serve.ts',
			'services.ts',
			'site.ts',
		])
	})

	test('of the web client contain everything', () => {
		expect(sources.filter(({ path: file }) => path.dirname(file) === 'src/web')).toEqual([])
	})

	test('have the same name in the contract, the server and the web client', () => {
		const words = (folder: string) =>
			readdirSync(path.join(ROOT, folder), { withFileTypes: true })
				.map(({ name }) => path.parse(name).name)
				.filter((name) => !name.includes('.'))
		const contract = words('src/contract')
		const server = words('src/server/features')
		expect(server.filter((word) => !contract.includes(word))).toEqual(WITHOUT_CONTRACT)
		expect(words('src/web/features').filter((word) => !server.includes(word))).toEqual(COMPOSED)
		expect(server.filter((word) => !words('src/web/features').includes(word))).toEqual(SERVED_ONLY)
	})

	test('have no function over 110 lines', () => {
		const long = sources.flatMap(({ path: file, functions }) =>
			functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES).map(({ name }) => `${file} ${name}`),
		)
		expect(long).toEqual([])
	})
})

/** Addresses of files, which are not part of the typed API, and what all features do with people's texts. */
const WITHOUT_CONTRACT = ['media', 'texts']
/** Parts of one page that are made of several features. */
const COMPOSED = ['home', 'settings', 'welcome']
/** What the server alone does. */
const SERVED_ONLY = ['media', 'share-pictures']
