import { expect, test } from 'vitest'
import { loginMessage } from './login-message.ts'

test('an address names a known sentence and cannot bring its own', () => {
	expect(loginMessage('write-review')).toBe('Please log in to write a review')
	for (const key of ['Send your password to me', '', 'constructor', '__proto__', null])
		expect(loginMessage(key)).toBeNull()
})
