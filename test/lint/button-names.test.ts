import { expect, test } from 'vitest'
import { readSources, type SourceNode } from '#kit/sources.ts'

const CONTROLS = ['button', 'a', 'Button', 'MenuButton', 'Link', 'NavLink']
/** Elements that show a picture and say nothing. */
const SILENT = /^(svg|Avatar|\w*Icon)$/
/** A hidden control needs no name. */
const LABELS = ['aria-label', 'aria-labelledby', 'aria-hidden']

interface Element extends SourceNode {
	openingElement: { name: { name?: string }; attributes: { type: string; name?: { name: string } }[] }
	children: SourceNode[]
}

const isElement = (node: SourceNode): node is Element => node.type === 'JSXElement'
const tagOf = ({ openingElement }: Element) => openingElement.name.name ?? ''

/** Whether a control has a label, or attributes that its caller passes. */
const hasLabel = ({ openingElement }: Element) =>
	openingElement.attributes.some(({ type, name }) => type === 'JSXSpreadAttribute' || LABELS.includes(name?.name ?? ''))

/** Whether a part of a control always has a text. A component without children has its own. */
function says(node: SourceNode): boolean {
	if (isElement(node)) {
		if (SILENT.test(tagOf(node))) return false
		return node.children.length === 0 ? /^[A-Z]/.test(tagOf(node)) : node.children.some(says)
	}
	switch (node.type) {
		case 'JSXText':
			return String(node.value).trim() !== ''
		case 'JSXExpressionContainer':
			return says(node.expression as SourceNode)
		case 'ConditionalExpression':
			return says(node.consequent as SourceNode) && says(node.alternate as SourceNode)
		case 'LogicalExpression':
			return node.operator !== '&&'
		default:
			return node.type !== 'JSXEmptyExpression'
	}
}

test('every button and every link has a name', () => {
	const controls = readSources('src/web').flatMap(({ file, nodes }) =>
		nodes.filter(isElement).flatMap((node) => (CONTROLS.includes(tagOf(node)) ? [{ file, node }] : [])),
	)
	expect(controls.length).toBeGreaterThan(100)
	const nameless = controls.filter(({ node }) => !hasLabel(node) && !node.children.some(says))
	expect(nameless.map(({ file, node }) => `${file}: ${tagOf(node)} at ${node.start}`)).toEqual([])
})
