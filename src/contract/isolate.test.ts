import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'

test('only a text with letters from right to left is isolated', () => {
	for (const text of ['', 'My Games!', 'Pokémon', 'ゼルダ', '한국', 'Ёлка', '👾']) expect(isolate(text)).toBe(text)
	for (const text of ['ألعابي!', 'My שלום', 'ﻻ']) expect(isolate(text)).toBe(`\u2068${text}\u2069`)
})
