import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { getTexts, readSources } from '#kit/sources.ts'

const modules = import.meta.glob<Record<string, unknown>>(['../src/contract/*.ts', '!**/*.test.ts'], {
	eager: true,
})

/** What people read when a call fails and the server gives no sentence, of every call of the contract. */
const SENTENCES = new Set(
	Object.values(modules)
		.flatMap((module) => Object.values(module))
		.filter(isEndpoint)
		.map(({ config }) => config.failure),
)

/** Those that the specification gives to the letter, some of them for refusals. */
const SPECIFIED = [
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
const WITHOUT_THE_CONTRACT = ['src/web/features/notifications/bell.tsx: Failed to fetch activities']

test('every failure message of an endpoint is defined once, in the contract', () => {
	const places = new Map([...SENTENCES, ...SPECIFIED].map((sentence) => [sentence, [] as string[]]))
	for (const source of readSources('src'))
		for (const text of getTexts(source))
			if (!WITHOUT_THE_CONTRACT.includes(`${source.file}: ${text}`)) places.get(text)?.push(source.file)
	for (const [sentence, files] of places)
		expect.soft([sentence, files]).toEqual([sentence, [expect.stringMatching(/^src\/contract\/[a-z-]+\.ts$/)]])
})

/** What a screen says in the place of the sentence of the call. */
const IN_ITS_PLACE: Readonly<Record<string, string>> = {
	'Login failed': 'Authentication failed. Please try again.',
	'Registration failed': 'Authentication failed. Please try again.',
	'Failed to check username availability': 'Error checking availability',
	'Failed to set username': 'Failed to set username. Please try again.',
	'Failed to create comment': 'Failed to submit comment',
	'Failed to save your draft': 'Saved on this device only',
	'Failed to mark notifications as read': 'Failed to mark activities as read',
	'Failed to get the key for push messages': 'Failed to turn on push messages in this browser',
	'Profile update failed': 'Failed to update settings. Please try again.',
	'Failed to fetch popular reviews': 'Failed to load popular reviews. Please try again later.',
	'Failed to fetch popular users': 'Failed to fetch popular profiles',
	'Failed to search users': 'Failed to fetch users',
	'Failed to extract authentication tokens': 'Authentication failed. Please try logging in again.',
	'Savepoint could not be reached': 'Savepoint could not be reached.',
}

/** Nobody waits for these calls: their failure is on no screen. */
const ON_NO_SCREEN = [
	'Failed to fetch unread count',
	'Logout failed',
	// Without its answer the page says less, and works
	'Failed to look up the link. Please try again.',
	// The form goes on with the draft of this device, or offers the discarded one again
	'Failed to fetch your draft',
	'Failed to discard your draft',
	// The form goes on without, and the server says what is missing
	'Failed to start. Please try again.',
	// The server renders the pages of rules and invites with their data
	'Failed to load the rules',
	'Failed to check the invite',
	// Facebook calls it
	'Failed to delete the data',
	// Programs call them
	'Failed to save the play time',
	'Failed to show what you play',
	'Failed to load the last report',
]

test('an e2e test finds every failure message on a screen', () => {
	const found = new Set(readSources('test/e2e').flatMap(getTexts))
	for (const sentence of [...SENTENCES].filter((one) => !ON_NO_SCREEN.includes(one))) {
		const shown = IN_ITS_PLACE[sentence] ?? sentence
		expect.soft([sentence, shown, found.has(shown)]).toEqual([sentence, shown, true])
	}
	// What has no need of its excuse any more loses it
	for (const sentence of ON_NO_SCREEN)
		expect.soft([sentence, SENTENCES.has(sentence), found.has(sentence)]).toEqual([sentence, true, false])
	for (const sentence of Object.keys(IN_ITS_PLACE))
		expect.soft([sentence, SENTENCES.has(sentence)]).toEqual([sentence, true])
})

function isEndpoint(value: unknown): value is Endpoint {
	return typeof value === 'object' && value !== null && 'config' in value && 'schema' in value
}
