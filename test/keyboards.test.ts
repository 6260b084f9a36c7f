import { expect, test } from 'vitest'
import { getTexts, nodesOf, readSources } from '#kit/sources.ts'

// What a control shows as an example is what people have to type into it.

interface Attribute {
	name?: { name?: string }
}

/** Returns the controls of a file that say how they are typed into, each with the texts of these attributes. */
const findControls = ({ file, nodes }: ReturnType<typeof readSources>[number]) =>
	nodes
		.filter(({ type }) => type === 'JSXOpeningElement')
		.map(({ attributes }) => {
			const textsOf = (wanted: string) =>
				(attributes as Attribute[])
					.filter(({ name }) => name?.name === wanted)
					.flatMap((attribute) => getTexts({ file, nodes: [...nodesOf(attribute)] }))
			return { file, inputMode: textsOf('inputMode'), placeholder: textsOf('placeholder') }
		})
		.filter(({ inputMode, placeholder }) => inputMode.length + placeholder.length > 0)

test('no control whose keyboard has digits alone asks for another character, and no date is typed', () => {
	const controls = readSources('src/web').flatMap(findControls)
	expect(controls.filter(({ inputMode }) => inputMode.includes('numeric')).length).toBeGreaterThan(3)
	const asking = controls.filter(
		({ inputMode, placeholder }) =>
			(inputMode.includes('numeric') && placeholder.some((text) => /\D/.test(text))) ||
			placeholder.some((text) => /\d{4}-\d\d/.test(text)),
	)
	expect(asking).toEqual([])
})
