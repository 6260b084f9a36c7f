import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideSpoilers } from '#contract/spoiler-spans.ts'
import { layOutText, type ShownPart } from './text-parts.ts'

const ann = { username: 'Ann' }
const anna = { username: 'anna' }

const wordsOf = ({ pieces }: ShownPart) =>
	pieces?.map((piece) => (typeof piece === 'string' ? piece : piece.typed)).join('') ?? null

test('a mention links to the user whatever its case, and a name that is part of another one to its own user', () => {
	expect(layOutText('@ANN and @anna, not @annabel', [ann, anna], false)).toEqual([
		{
			position: 0,
			isSpoiler: false,
			pieces: [{ typed: '@ANN', username: 'Ann' }, ' and ', { typed: '@anna', username: 'anna' }, ', not @annabel'],
		},
	])
})

test('names of nobody, in addresses and in backticks stay text', () => {
	const text = 'mail ann@anna.org, see /@ann or `@ann` and @nobody'
	expect(layOutText(text, [ann, anna], false)).toEqual([{ position: 0, isSpoiler: false, pieces: [text] }])
})

test('a mention in a span is part of the span', () => {
	expect(layOutText('It was ||@anna all along||.', [anna], false)).toEqual([
		{ position: 0, isSpoiler: false, pieces: ['It was '] },
		{ position: 7, isSpoiler: true, pieces: [{ typed: '@anna', username: 'anna' }, ' all along'] },
		{ position: 10, isSpoiler: false, pieces: ['.'] },
	])
})

test('a span that was not sent has no content', () => {
	expect(layOutText('▮▮▮ said @Ann, ▮▮▮', [ann], true)).toEqual([
		{ position: 0, isSpoiler: true, pieces: null },
		{ position: 3, isSpoiler: false, pieces: [' said ', { typed: '@Ann', username: 'Ann' }, ', '] },
		{ position: 15, isSpoiler: true, pieces: null },
	])
})

test('blocks that an author typed in a text that is not hidden are text', () => {
	expect(layOutText('A bar: ▮▮▮', [], false)).toEqual([{ position: 0, isSpoiler: false, pieces: ['A bar: ▮▮▮'] }])
})

const texts = fc
	.array(fc.constantFrom('||', '|', 'a', ' ', '@Ann', '@anna', '\n', '`', '▮▮▮', 'ß'), { maxLength: 20 })
	.map((parts) => parts.join(''))

test('no character is lost, and each span has the same position in the hidden text', () => {
	fc.assert(
		fc.property(texts, (text) => {
			const sent = layOutText(text, [ann, anna], false)
			const hidden = hideSpoilers(text)
			expect(sent.map((part) => (part.isSpoiler ? `||${wordsOf(part)}||` : wordsOf(part))).join('')).toBe(text)
			expect(
				layOutText(hidden, [ann, anna], true)
					.map((part) => wordsOf(part) ?? '▮▮▮')
					.join(''),
			).toBe(hidden)
			for (const { position, isSpoiler } of sent)
				if (isSpoiler) expect(hidden.slice(position, position + 3)).toBe('▮▮▮')
		}),
	)
})
