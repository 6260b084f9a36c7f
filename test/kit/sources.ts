import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** A TypeScript source file: its path relative to the project root, and its syntax tree. */
export interface Source {
	file: string
	nodes: readonly SourceNode[]
}

/** A node of the syntax tree, in source order. */
export interface SourceNode {
	type: string
	[property: string]: unknown
}

/** Reads all TypeScript sources under a folder, without tests. */
export function readSources(folder: string): Source[] {
	return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
		.sort()
		.map((name) => {
			const file = path.join(folder, name)
			const lang = name.endsWith('x') ? 'tsx' : 'ts'
			const tree: unknown = parseAst(readFileSync(path.join(ROOT, file), 'utf8'), { lang }, file)
			return { file, nodes: [...nodesOf(tree)] }
		})
}

/** Yields the nodes of a part of a syntax tree, in source order. */
export function* nodesOf(value: unknown): Generator<SourceNode> {
	if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
	else if (typeof value === 'object' && value !== null) {
		if ('type' in value && typeof value.type === 'string') yield value as SourceNode
		for (const part of Object.values(value)) yield* nodesOf(part)
	}
}

/** Returns the literal texts of a file: strings, template parts and JSX text. */
export function getTexts({ nodes }: Source): string[] {
	return nodes.flatMap(({ type, value }) => {
		if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return [value]
		if (type === 'TemplateElement') return [String((value as { cooked?: unknown }).cooked)]
		return []
	})
}
