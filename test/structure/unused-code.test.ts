import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import { listFunctions, READ_VERSIONS, removeFunctions, UNUSED_FEATURES } from '../../vite.unused-code.ts'
import { isTest, readSourceGraph } from './source-graph.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const LIBRARIES = new Set(['react', 'react-dom', 'react-dom/client', 'react-router', 'react-router/dom'])

const readModule = (file: string) => readFileSync(path.join(ROOT, 'node_modules', file), 'utf8')
const parse = (file: string, code: string) => parseSync(file, code).program

/** Returns in what ways a source uses libraries, in the words of `UnusedFeature.uses`. */
function listUses(program: ESTree.Program): Set<string> {
	const uses = new Set<string>()
	new Visitor({
		ImportDeclaration: ({ source, specifiers }) => {
			if (!LIBRARIES.has(source.value)) return
			for (const specifier of specifiers)
				uses.add(specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : `* of ${source.value}`)
		},
		JSXOpeningElement: ({ name, attributes }) => {
			const element = name.type === 'JSXIdentifier' ? name.name : name.type
			uses.add(`<${element}>`)
			for (const attribute of attributes) {
				if (attribute.type !== 'JSXAttribute') continue
				uses.add(`<${element} ${attribute.name.name}>`)
				if (isFunction(attribute.value)) uses.add(`<${element} ${attribute.name.name}=function>`)
			}
		},
		Property: ({ key }) => uses.add(`${nameOf(key)}:`),
		ExportNamedDeclaration: ({ declaration }) => {
			if (declaration?.type === 'VariableDeclaration')
				for (const { id } of declaration.declarations) uses.add(`export ${nameOf(id)}`)
			if (declaration?.type === 'FunctionDeclaration') uses.add(`export ${declaration.id?.name}`)
		},
	}).visit(program)
	return uses
}

/** Whether an attribute's value is a function or a variable, which may be one; paths are members and calls. */
const isFunction = (value: ESTree.JSXAttributeValue | null) =>
	value?.type === 'JSXExpressionContainer' &&
	/^(Identifier|ArrowFunctionExpression|FunctionExpression)$/.test(value.expression.type)

const nameOf = (node: ESTree.Node) => ('name' in node ? String(node.name) : 'value' in node ? String(node.value) : '')

describe('what the build leaves out of libraries', () => {
	const graph = readSourceGraph(ROOT)
	const sources = [...graph.values()].filter(({ path: file }) => file.startsWith('src/web/') && !isTest(file))
	const uses = new Map(sources.map(({ path: file, text }) => [file, listUses(parse(file, text))]))

	test.each(Object.entries(READ_VERSIONS))('was read in the installed version of %s', (name, version) => {
		// After an update: read what changed in the functions of vite.unused-code.ts, run the journeys, then set the version
		expect(JSON.parse(readModule(`${name}/package.json`)).version).toBe(version)
	})

	test.each([...new Set(UNUSED_FEATURES.map(({ file }) => file))])('is in %s', (file) => {
		const code = readModule(file)
		const functions = listFunctions(file)
		const { found, code: rest } = removeFunctions(code, parse(file, code), functions)
		expect([...new Set(found)].sort()).toEqual([...functions.keys()].sort())
		const functionsOnly = found.filter((name) => !name.endsWith('.prototype'))
		expect(functionsOnly.length).toBe(new Set(functionsOnly).size)
		expect(rest.length).toBeLessThan(code.length)
		expect(parseSync(file, rest).errors).toEqual([])
	})

	test.each(UNUSED_FEATURES.map(({ name, uses }) => [name, uses] as const))('is not used: %s', (_, words) => {
		expect([...uses].filter(([, used]) => words.some((word) => used.has(word))).map(([file]) => file)).toEqual([])
	})

	test('cannot be used out of sight, through a whole library', () => {
		expect(
			[...uses].filter(([, used]) => [...used].some((word) => word.startsWith('* of'))).map(([file]) => file),
		).toEqual([])
	})

	test('would be noticed in a source', () => {
		const source = `
			import { Fragment, useActionState as useIt } from 'react'
			export const action = () => submit({ formMethod: 'post' })
			const form = <form action={useIt}><Fragment ref={form} /><link rel="preload" /></form>`
		expect([...listUses(parse('page.tsx', source))]).toEqual(
			expect.arrayContaining([
				'useActionState',
				'export action',
				'formMethod:',
				'<form action=function>',
				'<Fragment ref>',
				'<link>',
			]),
		)
	})
})

test('removing a function keeps its name, its neighbors and what replaces its body', () => {
	const code =
		'class C { m() { a() } }\nfunction f(x) { function g() { a() } }\nconst g = () => { b() }\nC.prototype.n = function () { c() }\nf()'
	const functions = new Map([
		['m', ''],
		['f', 'return x'],
		['g', ''],
		['C.prototype', ''],
	])
	expect(removeFunctions(code, parse('code.js', code), functions).code).toBe(
		'class C { m() {} }\nfunction f(x) {return x}\nconst g = () => {}\nC.prototype.n = function () {}\nf()',
	)
})
