import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

export interface Import {
	/** Path of the imported file from the repository's root, or the name of a package. */
	to: string
	isPackage: boolean
	/** Whether the import disappears with the types. */
	isType: boolean
	/** Whether it is an `import()` that runs later. */
	isDynamic: boolean
}

export interface SourceFile {
	path: string
	lines: number
	text: string
	imports: Import[]
	/** Every function that has a name, with the number of its lines. */
	functions: { name: string; line: number; lines: number }[]
}

export type SourceGraph = ReadonlyMap<string, SourceFile>

const CODE = /\.(ts|tsx|mjs)$/

/** Reads every tracked TypeScript and JavaScript file below `root`, an absolute path. */
export function readSourceGraph(root: string): SourceGraph {
	const { imports: aliases = {} } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
		imports?: Record<string, string>
	}
	const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
	const paths = new Set(listed.split('\n').filter((file) => CODE.test(file) && existsSync(path.join(root, file))))
	const resolve = (from: string, specifier: string): { to: string; isPackage: boolean } => {
		const target = fileOf(from, specifier, aliases)
		return target === undefined ? { to: specifier, isPackage: true } : { to: target, isPackage: false }
	}
	return new Map(
		[...paths].map((file) => [file, readSource(file, readFileSync(path.join(root, file), 'utf8'), resolve)]),
	)
}

/** The path that a relative specifier or one of the package's own aliases names; undefined for a package. */
function fileOf(from: string, specifier: string, aliases: Readonly<Record<string, string>>): string | undefined {
	if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
	for (const [alias, folder] of Object.entries(aliases)) {
		const prefix = alias.replace('*', '')
		if (specifier.startsWith(prefix)) return path.posix.normalize(folder.replace('*', specifier.slice(prefix.length)))
	}
	return undefined
}

/** Parses one file. `resolve` turns a specifier into a path or the name of a package. */
export function readSource(
	file: string,
	text: string,
	resolve: (from: string, specifier: string) => { to: string; isPackage: boolean },
): SourceFile {
	const { program, module, errors } = parseSync(file, text)
	const [error] = errors
	if (error) throw new Error(`${file}: ${error.message}`)
	const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
	const lineOf = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1
	const imports: Import[] = module.staticImports.map(({ moduleRequest, entries }) => ({
		...resolve(file, moduleRequest.value),
		isType: entries.length > 0 && entries.every(({ isType }) => isType),
		isDynamic: false,
	}))
	for (const { entries } of module.staticExports)
		for (const { moduleRequest, isType } of entries)
			if (moduleRequest) imports.push({ ...resolve(file, moduleRequest.value), isType, isDynamic: false })
	const functions: SourceFile['functions'] = []
	const note = (name: string | undefined, start: number, end: number) => {
		const line = lineOf(start)
		if (name) functions.push({ name, line, lines: lineOf(end) - line + 1 })
	}
	for (const node of nodesOf(program)) {
		if (node.type === 'FunctionDeclaration') note(node.id?.name, node.start, node.end)
		else if (node.type === 'VariableDeclarator' && /^(ArrowFunction|Function)Expression$/.test(node.init?.type ?? ''))
			note(node.id?.name, node.start, node.end)
		else if (node.type === 'ImportExpression' && typeof node.source?.value === 'string')
			imports.push({ ...resolve(file, node.source.value), isType: false, isDynamic: true })
	}
	return { path: file, lines: lineStarts.length - 1, text, imports, functions }
}

/** What is read of a node of the syntax tree. */
interface SyntaxNode {
	type: string
	start: number
	end: number
	id?: { name?: string }
	init?: { type: string }
	source?: { value?: unknown }
}

/** Every node of a syntax tree, parents first. */
function* nodesOf(value: unknown): Generator<SyntaxNode> {
	if (typeof value !== 'object' || value === null) return
	if ('type' in value && typeof value.type === 'string') yield value as SyntaxNode
	for (const child of Object.values(value)) yield* nodesOf(child)
}

/** The groups of two or more nodes that reach each other, the largest first. */
export function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
	const order: string[] = []
	const seen = new Set<string>()
	for (const node of edges.keys())
		walk(
			node,
			(from) => edges.get(from) ?? [],
			seen,
			(done) => order.push(done),
		)
	const reversed = new Map<string, string[]>()
	for (const [from, targets] of edges) for (const to of targets) reversed.set(to, [...(reversed.get(to) ?? []), from])
	const groups: string[][] = []
	const grouped = new Set<string>()
	for (const node of order.reverse()) {
		const group: string[] = []
		walk(
			node,
			(from) => reversed.get(from) ?? [],
			grouped,
			(member) => group.push(member),
		)
		if (group.length > 1) groups.push(group.sort())
	}
	return groups.sort((a, b) => b.length - a.length)
}

/** Depth first without recursion; calls `leave` with each node after all that it reaches. */
function walk(
	start: string,
	next: (node: string) => Iterable<string>,
	seen: Set<string>,
	leave: (node: string) => void,
): void {
	if (seen.has(start)) return
	seen.add(start)
	const stack = [{ node: start, rest: next(start)[Symbol.iterator]() }]
	for (let top = stack.at(-1); top; top = stack.at(-1)) {
		const { done, value } = top.rest.next()
		if (done) leave((stack.pop() as typeof top).node)
		else if (!seen.has(value)) {
			seen.add(value)
			stack.push({ node: value, rest: next(value)[Symbol.iterator]() })
		}
	}
}

/** Who imports whom, among the files that `isIncluded`; types only where `withTypes`. Tests are never part of it. */
export function importEdges(
	graph: SourceGraph,
	{ withTypes, nameOf = (file) => file }: { withTypes: boolean; nameOf?: (file: string) => string | undefined },
): Map<string, Set<string>> {
	const edges = new Map<string, Set<string>>()
	for (const { path: from, imports } of graph.values()) {
		const source = isTest(from) ? undefined : nameOf(from)
		if (source === undefined) continue
		const targets = edges.get(source) ?? new Set()
		edges.set(source, targets)
		for (const { to, isPackage, isType, isDynamic } of imports) {
			const target = isPackage || isDynamic || (isType && !withTypes) || !graph.has(to) ? undefined : nameOf(to)
			if (target !== undefined && target !== source) targets.add(target)
		}
	}
	return edges
}

/** Returns the longest chain of imports, from the file that imports to the one that imports nothing; the graph has no cycles. */
export function findLongestChain(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
	const chains = new Map<string, string[]>()
	const chainOf = (file: string): string[] => {
		const known = chains.get(file)
		if (known) return known
		const chain = [file, ...longest([...(edges.get(file) ?? [])].map(chainOf))]
		chains.set(file, chain)
		return chain
	}
	return longest([...edges.keys()].map(chainOf))
}

const longest = (chains: readonly string[][]) =>
	chains.reduce((one, other) => (other.length > one.length ? other : one), [])

export const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)

/** The feature folder of a file of the server or the web client; undefined elsewhere. */
export const featureOf = (file: string) => /^src\/(?:server|web)\/features\/[^/]+/.exec(file)?.[0]

/** The folder of `src/server` that holds a file; undefined for the wiring, which imports all of them. */
export const roomOf = (file: string) => /^src\/server\/[^/]+(?=\/)/.exec(file)?.[0]
