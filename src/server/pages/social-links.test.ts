import { expect, test } from 'vitest'
import { readSocialLinks } from './social-links.ts'

function read(text: string | undefined) {
	const mistakes: string[] = []
	return { links: readSocialLinks(text, (sentence) => mistakes.push(sentence)), mistakes }
}

test('no links are shown unless some are set', () => {
	expect(read(undefined)).toEqual({ links: [], mistakes: [] })
	expect(read(' , ')).toEqual({ links: [], mistakes: [] })
})

test('a link has the mark of the network that its name or its host names', () => {
	const { links, mistakes } = read(
		'Mastodon=https://example.social/@us, Our code=https://github.com/us,Chat=https://discord.gg/abc,Club=https://club.example/?a=b',
	)
	expect(mistakes).toEqual([])
	expect(links.map(({ name, url, mark }) => [name, url, mark !== null])).toEqual([
		['Mastodon', 'https://example.social/@us', true],
		['Our code', 'https://github.com/us', true],
		['Chat', 'https://discord.gg/abc', true],
		['Club', 'https://club.example/?a=b', false],
	])
})

test.each(['Mastodon', '=https://example.org', 'Site=javascript:alert(1)', `${'a'.repeat(41)}=https://example.org`])(
	'%s is no link, and a sentence says so',
	(text) => {
		const { links, mistakes } = read(text)
		expect(links).toEqual([])
		expect(mistakes).toEqual([expect.stringContaining('SOCIAL_LINKS')])
	},
)

test('more than eight links are a mistake', () => {
	const text = Array.from({ length: 9 }, (_, index) => `Site ${index}=https://example.org/${index}`).join(',')
	expect(read(text).mistakes).toEqual(['SOCIAL_LINKS has 9 links; it may have 8.'])
})
