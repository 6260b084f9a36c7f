import { expect, test } from 'vitest'
import { loginMessage } from './login-message.ts'

test('an address names a known sentence and cannot bring its own', () => {
	expect(loginMessage('write-review')).toBe('Please log in to write a review')
	expect(loginMessage('like-review')).toBe('Please log in to like reviews')
	expect(loginMessage('create-list')).toBe('Please log in to create a list')
	expect(loginMessage('edit-list')).toBe('Please log in to edit this list')
	for (const key of ['Send your password to me', '', 'constructor', '__proto__', null])
		expect(loginMessage(key)).toBeNull()
})
