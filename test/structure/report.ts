// `npm run structure [folder]`: prints how the code is built: sizes, long functions, cycles, SQL outside of its home,
// repeated blocks, bytes of the first load, and what is installed.

import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { featureOf, findCycles, importEdges, isTest, readSourceGraph, roomOf } from './source-graph.ts'

const LONG_FUNCTION_LINES = 80
const BLOCK_LINES = 8

const root = path.resolve(process.argv[2] ?? '.')
const graph = readSourceGraph(root)
const files = [...graph.values()]
const own = files.filter(({ path: file }) => file.startsWith('src/') && !isTest(file))

printSizes()
printFunctions()
printCycles()
printHomes()
printRepeatedBlocks()
printFirstLoad()
printInstalled()

function printSizes(): void {
	console.log(row('root', 'files', 'lines', 'median', 'p90', 'longest'))
	for (const [name, members] of Map.groupBy(files, ({ path: file }) => rootOf(file)).entries()) {
		const sizes = members.map(({ lines }) => lines).sort((a, b) => a - b)
		const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)] ?? 0
		const sum = sizes.reduce((total, lines) => total + lines, 0)
		console.log(row(name, sizes.length, sum, at(0.5), at(0.9), at(1)))
	}
}

/** The first two folders of the sources, one of everything else; tests beside the sources count apart. */
function rootOf(file: string): string {
	const [first = '', second = ''] = file.split('/')
	if (!file.includes('/')) return 'settings'
	if (first !== 'src') return first
	return isTest(file) ? 'src/**/*.test' : second.includes('.') ? 'src' : `src/${second}`
}

function printFunctions(): void {
	const functions = own
		.flatMap(({ path: file, functions }) => functions.map((each) => ({ ...each, file })))
		.sort((a, b) => b.lines - a.lines)
	const long = functions.filter(({ lines }) => lines > LONG_FUNCTION_LINES)
	console.log(`\nfunctions over ${LONG_FUNCTION_LINES} lines: ${long.length}; the longest:`)
	for (const { name, lines, file, line } of functions.slice(0, 8)) console.log(row(`${name}`, lines, `${file}:${line}`))
}

function printCycles(): void {
	const inSource = (file: string) => (file.startsWith('src/') ? file : undefined)
	const say = (what: string, cycles: string[][]) =>
		console.log(
			`${what}: ${cycles.length === 0 ? 'none' : cycles.map((members) => `${members.length} (${members.slice(0, 6).join(', ')}${members.length > 6 ? ', …' : ''})`).join('; ')}`,
		)
	console.log('')
	say('cycles of values', findCycles(importEdges(graph, { withTypes: false, nameOf: inSource })))
	say('cycles of values and types', findCycles(importEdges(graph, { withTypes: true, nameOf: inSource })))
	say('cycles of features', findCycles(importEdges(graph, { withTypes: true, nameOf: featureOf })))
	say("cycles of the server's rooms", findCycles(importEdges(graph, { withTypes: true, nameOf: roomOf })))
}

function printHomes(): void {
	const atRoots = Map.groupBy(own, ({ path: file }) => path.dirname(file))
	console.log('')
	for (const folder of ['src', 'src/contract', 'src/server', 'src/web'])
		console.log(`files directly in ${folder}: ${atRoots.get(folder)?.length ?? 0}`)
	const strangers = own.filter(
		({ path: file, imports }) =>
			file.startsWith('src/server/') &&
			!/\/db\/|\/queries[^/]*\.ts$/.test(file) &&
			imports.some(({ to }) => to === 'kysely'),
	)
	console.log(`files with SQL outside of queries*.ts and db/: ${strangers.length}`)
}

function printRepeatedBlocks(): void {
	const places = new Map<string, string[]>()
	for (const { path: file, text } of own) {
		const lines = text.split('\n').map((line) => line.trim())
		for (let start = 0; start + BLOCK_LINES <= lines.length; start++) {
			const block = lines.slice(start, start + BLOCK_LINES)
			if (block.some((line) => /^(import|export) .* from /.test(line) || line === '')) continue
			const key = block.join('\n')
			places.set(key, [...(places.get(key) ?? []), `${file}:${start + 1}`])
		}
	}
	const repeated = [...places.values()].filter((found) => found.length > 1)
	const pairs = new Set(repeated.map((found) => found.map((place) => place.split(':')[0]).join(' ')))
	console.log(`\nblocks of ${BLOCK_LINES} equal lines: ${repeated.length} in ${pairs.size} groups of files`)
}

interface ManifestEntry {
	file: string
	src?: string
	isEntry?: boolean
	imports?: string[]
	css?: string[]
}

/** What the home page loads first, compressed by Brotli, as `dist/client` has it. */
function printFirstLoad(): void {
	const manifestFile = path.join(root, 'dist/client/.vite/manifest.json')
	if (!existsSync(manifestFile)) {
		console.log('\nfirst load: not built (npm run build)')
		return
	}
	const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, ManifestEntry>
	const scripts = new Set<string>()
	const styles = new Set<string>()
	const take = (name: string): void => {
		const entry = manifest[name]
		if (!entry || scripts.has(entry.file)) return
		scripts.add(entry.file)
		for (const file of entry.css ?? []) styles.add(file)
		for (const imported of entry.imports ?? []) take(imported)
	}
	for (const [name, { isEntry, src }] of Object.entries(manifest))
		if (isEntry || src === 'src/web/pages/home.tsx') take(name)
	console.log(`\nfirst load of home: ${kilobytes(scripts)} kB of scripts, ${kilobytes(styles)} kB of styles (Brotli)`)
}

function kilobytes(names: ReadonlySet<string>): string {
	let bytes = 0
	for (const name of names) {
		const file = path.join(root, 'dist/client', name)
		bytes += lstatSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
	}
	return (bytes / 1000).toFixed(1)
}

function printInstalled(): void {
	const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, { dev?: boolean; optional?: boolean }>
	}
	const names = Object.entries(packages).filter(([name]) => name !== '')
	const needed = names.filter(([, { dev, optional }]) => !dev && !optional)
	console.log(`packages in the lock file: ${names.length}, of which the site runs with ${needed.length}`)
	console.log(`installed: ${Math.round(sizeOf(path.join(root, 'node_modules')) / 1e6)} MB`)
}

/** The bytes below a folder; links and caches do not count. */
function sizeOf(folder: string): number {
	return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
		const place = path.join(folder, entry.name)
		if (entry.isSymbolicLink() || entry.name === '.cache' || entry.name === '.vite') return sum
		return sum + (entry.isDirectory() ? sizeOf(place) : lstatSync(place).size)
	}, 0)
}

function row(...cells: (string | number)[]): string {
	return cells.map((cell, index) => (index === 0 ? String(cell).padEnd(22) : String(cell).padStart(8))).join(' ')
}
