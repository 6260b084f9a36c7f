import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getSafeRedirectPath } from './return-path.ts'

test('a path on this site keeps its query and hash', () => {
	for (const path of [
		'/',
		'/games/7',
		'/games/7/review?edit=0190b5a8',
		'/reviews?search=a%20b&sortBy=rating#end',
		'/list//1',
	])
		expect(getSafeRedirectPath(path)).toBe(path)
})

const hostile = [
	null,
	'',
	'games/7',
	'//evil.example',
	'///evil.example',
	'/\\evil.example',
	'\\/evil.example',
	'\\\\evil.example',
	'/\t/evil.example',
	'/\n/evil.example',
	'/\r\n/evil.example',
	'\t//evil.example',
	' //evil.example',
	'/.//evil.example',
	'/..//evil.example',
	'/./\\evil.example',
	'/x/..//evil.example',
	'/%2e//evil.example',
	'/x/%2E%2e//evil.example',
	'https://evil.example',
	'https:evil.example',
	'http:\\\\evil.example',
	'javascript:alert(1)',
	'JavaScript:alert(1)',
	'java\nscript:alert(1)',
	'/\u0000/../..//evil.example',
	'data:text/html,x',
	'blob:https://evil.example/1',
	'savepoint://oauth/callback',
	'@evil.example',
	'.evil.example',
	'/login',
	'/login/',
	'/login?redirect=/login',
]

test.each(hostile)('%j redirects to the home page', (path) => {
	expect(getSafeRedirectPath(path)).toBe('/')
})

test('no input can lead the browser off this site', () => {
	const part = fc.constantFrom(
		'/',
		'\\',
		'.',
		'..',
		'//',
		'\t',
		'\n',
		'%2f',
		'%5c',
		'%2e',
		':',
		'@',
		'?',
		'#',
		'evil.example',
		'javascript:',
		'https:',
		' ',
		'login',
		'\u0000',
	)
	fc.assert(
		fc.property(fc.array(part, { maxLength: 9 }), (parts) => {
			const target = getSafeRedirectPath(parts.join(''))
			expect(target).toMatch(/^\/(?![/\\])/)
			expect(new URL(target, 'https://savepoint.example').origin).toBe('https://savepoint.example')
		}),
	)
})
