import { expect, test } from 'vitest'
import { sourcesUnder, textsOf } from './sources.ts'

/** What people read when a call fails and the server gives no sentence; each is written once, where both sides read it. */
const SENTENCES = [
	'Registration failed',
	'Login failed',
	'Logout failed',
	'Failed to extract authentication tokens',
	'Failed to check username requirements',
	'Failed to check username availability',
	'Failed to set username',
	'Failed to get game details',
	'Failed to fetch popular games',
	'Failed to fetch popular users',
	'Failed to fetch impression stats',
	'Failed to search users',
	'Failed to fetch users',
	'Failed to find user',
	'Failed to fetch unread count',
	'Failed to mark activities as read',
	'Failed to fetch activities',
	'Failed to create review',
	'Failed to fetch reviews',
	'Failed to fetch review',
	'Failed to update review',
	'Failed to delete review',
	'Failed to like review',
	'Failed to fetch popular reviews',
	'Failed to fetch user reviews',
	'No user identifier provided',
	'Failed to fetch user activity',
	'Failed to fetch comments',
	'Failed to create comment',
	'Failed to like comment',
	'User not found',
]

/** The bell says it when the very code that knows the call could not be loaded. */
const WITHOUT_THE_CONTRACT = ['src/web/notifications/bell.tsx: Failed to fetch activities']

test('every sentence of a failing call has one home, and that is the contract', () => {
	const places = new Map(SENTENCES.map((sentence) => [sentence, [] as string[]]))
	for (const source of sourcesUnder('src'))
		for (const text of textsOf(source))
			if (!WITHOUT_THE_CONTRACT.includes(`${source.file}: ${text}`)) places.get(text)?.push(source.file)
	for (const [sentence, files] of places)
		expect([sentence, files]).toEqual([sentence, [expect.stringMatching(/^src\/contract\/[a-z-]+\.ts$/)]])
})
