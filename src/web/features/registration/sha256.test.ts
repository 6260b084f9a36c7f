import { createHash } from 'node:crypto'
import { property, assert as prove, string } from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('hashes of short texts are those of the standard', () => {
	prove(
		property(string({ unit: 'grapheme-ascii', maxLength: 55 }), (text) => {
			const hex = [...sha256(text)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
			expect(hex).toBe(createHash('sha256').update(text).digest('hex'))
		}),
	)
})
