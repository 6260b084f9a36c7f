import { expect, test } from 'vitest'
import { measureCpuMs } from '#kit/cpu-time.ts'
import { findMentionedNames } from './mentions.ts'

const names = (text: string) => findMentionedNames(text).map(({ name }) => name)

test('names after an @ are mentioned, also beside punctuation', () => {
	expect(names('@mira_k, have you seen what (@Tobben) wrote? Ask @kestrel.')).toEqual(['mira_k', 'Tobben', 'kestrel'])
	expect(findMentionedNames('So says @mira_k')).toEqual([{ name: 'mira_k', index: 8 }])
})

test('a name that is part of a longer one is not mentioned', () => {
	expect(names('@mira_k2')).toEqual(['mira_k2'])
	expect(names('@ab')).toEqual([])
	expect(names(`@${'a'.repeat(31)}`)).toEqual([])
})

test('addresses and code mention nobody', () => {
	for (const text of [
		'Write to mira_k@example.org',
		'@mira_k@example.social',
		'https://example.social/@mira_k',
		'npm i @scope/package',
		'@Override() and `@mira_k` in code',
		'@example.org',
		'@@mira_k',
	])
		expect([text, names(text)]).toEqual([text, []])
})

test('hostile texts take linear time', () => {
	const texts = ['@'.repeat(20_000), '@abc'.repeat(5_000), '`'.repeat(20_000), '`@abc'.repeat(4_000)]
	expect(measureCpuMs(() => texts.map(findMentionedNames))).toBeLessThan(500)
})
