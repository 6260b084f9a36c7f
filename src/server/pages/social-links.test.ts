import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

function read(text: string) {
	return readConfig({ SOCIAL_LINKS: text }).socialLinks
}

test('no links are shown unless some are set', () => {
	expect(readConfig({}).socialLinks).toEqual([])
	expect(read(' , ')).toEqual([])
})

test('a link has the mark of the network that its name or its host names', () => {
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
	'%s is not a link, and the message says so',
	(text) => {
		expect(() => read(`GitHub=https://github.com/us, ${text}`)).toThrow(
			/^SOCIAL_LINKS must be names with web addresses, separated by commas, such as .*, not "[^"]*"\.$/,
		)
	},
)

test('more than eight links are a mistake', () => {
	const text = Array.from({ length: 9 }, (_, index) => `Site ${index}=https://example.org/${index}`).join(',')
	expect(() => read(text)).toThrow('SOCIAL_LINKS must have at most 8 items, not 9.')
})
