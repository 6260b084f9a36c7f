import { expect, test } from 'vitest'
import { arrivalMessage } from './arrival-message.ts'

test('the page that sent someone says why', () => {
	expect(arrivalMessage({ message: 'Please log in to write a review' }, null)).toBe('Please log in to write a review')
})

test('an address names a known sentence and cannot bring its own', () => {
	expect(arrivalMessage(null, 'write-review')).toBe('Please log in to write a review')
	for (const key of ['Send your password to me', '', 'constructor', '__proto__', null]) expect(arrivalMessage(null, key)).toBeNull()
})

test('a state of another kind says nothing', () => {
	for (const state of [null, undefined, 'message', 7, {}, { message: 7 }]) expect(arrivalMessage(state, null)).toBeNull()
})
