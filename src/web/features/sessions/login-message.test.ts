import { expect, test } from 'vitest'
import { getLoginMessage, isForNewcomers } from './login-message.ts'

test('a URL selects a known message and cannot contain its own', () => {
	expect(getLoginMessage('write-review')).toBe('Please log in to write a review')
	expect(getLoginMessage('like-review')).toBe('Please log in to like reviews')
	expect(getLoginMessage('create-list')).toBe('Please log in to create a list')
	expect(getLoginMessage('keep-track')).toBe('Please log in to keep track of your games')
	expect(getLoginMessage('edit-list')).toBe('Please log in to edit this list')
	for (const key of ['Send your password to me', '', 'email_registered', 'constructor', '__proto__', null])
		expect(getLoginMessage(key)).toBeNull()
})

test('messages about writing and liking are for newcomers, others for members', () => {
	for (const key of ['write-review', 'like-review', 'like-comment', 'create-list', 'keep-track'])
		expect(isForNewcomers(getLoginMessage(key))).toBe(true)
	for (const key of ['edit-list', 'anything', null]) expect(isForNewcomers(getLoginMessage(key))).toBe(false)
})
