import { expect, test } from 'vitest'
import { getLoginMessage } from './login-message.ts'

test('a URL selects a known message and cannot contain its own', () => {
	expect(getLoginMessage('write-review')).toBe('Please log in to write a review')
	expect(getLoginMessage('like-review')).toBe('Please log in to like reviews')
	expect(getLoginMessage('create-list')).toBe('Please log in to create a list')
	expect(getLoginMessage('edit-list')).toBe('Please log in to edit this list')
	for (const key of ['Send your password to me', '', 'constructor', '__proto__', null])
		expect(getLoginMessage(key)).toBeNull()
})
