import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

function read(text: string) {
	return readConfig({ SOCIAL_LINKS: text }).socialLinks
}

test('there are no links by default', () => {
	expect(readConfig({}).socialLinks).toEqual([])
	expect(read(' , ')).toEqual([])
})

test('a link has the logo of the network in its name or host', () => {
	const links = read(
		'Mastodon=https://example.social/@us, Our code=https://github.com/us,Chat=https://discord.gg/abc,Club=https://club.example/?a=b',
	)
	expect(links.map(({ name, url, mark }) => [name, url, mark !== null])).toEqual([
		['Mastodon', 'https://example.social/@us', true],
		['Our code', 'https://github.com/us', true],
		['Chat', 'https://discord.gg/abc', true],
		['Club', 'https://club.example/?a=b', false],
	])
})

test.each(['Mastodon', '=https://example.org', 'Site=javascript:alert(1)', `${'a'.repeat(41)}=https://example.org`])(
	'%s is rejected with a readable message',
	(text) => {
		expect(() => read(`GitHub=https://github.com/us, ${text}`)).toThrow(
			/^SOCIAL_LINKS must be names with web addresses, separated by commas, such as .*, not "[^"]*"\.$/,
		)
	},
)

test('more than eight links are rejected', () => {
	const text = Array.from({ length: 9 }, (_, index) => `Site ${index}=https://example.org/${index}`).join(',')
	expect(() => read(text)).toThrow('SOCIAL_LINKS must have at most 8 items, not 9.')
})
