import { expect, test } from 'vitest'
import { getExternalUrl, parseDeepLink } from './deep-links.ts'

const SITE = 'https://play.example'

test.each([
	['savepoint://', '/'],
	['savepoint:///', '/'],
	['savepoint://games/42', '/games/42'],
	['savepoint://Name/reviews?search=a#b', '/Name/reviews?search=a#b'],
	['savepoint://123/lists', '/123/lists'],
	['savepoint:////evil.example/x', '/evil.example/x'],
	['savepoint://javascript:alert(1)', '/javascript:alert(1)'],
	['https://play.example/reviews/1?x=1', '/reviews/1?x=1'],
	['https://play.example//evil.example/x', '/evil.example/x'],
	['https://play.example.evil/games/42', null],
	['http://play.example/games/42', null],
	['https://play.example/api/docs', null],
	['https://play.example/feeds/reviews.atom', null],
	['https://play.example/sitemap.xml', null],
	['javascript:alert(1)', null],
	['other://games/42', null],
	['no address', null],
])('%s opens %s', (address, path) => {
	expect(parseDeepLink(address, [SITE])).toBe(path)
})

test('a link without a page in the app leads to the public URL of the site', () => {
	const own = { protocol: 'capacitor:', host: 'localhost' }
	const link = (pathname: string, protocol = own.protocol, host = own.host) =>
		({ protocol, host, pathname, search: '?a=1', hash: '', href: `${protocol}//${host}${pathname}?a=1` }) as URL
	expect(getExternalUrl(link('/games/42'), own, SITE)).toBeNull()
	expect(getExternalUrl(link('/api/docs'), own, SITE)).toBe('https://play.example/api/docs?a=1')
	expect(getExternalUrl(link('/feeds/reviews.atom'), own, SITE)).toBe('https://play.example/feeds/reviews.atom?a=1')
	expect(getExternalUrl(link('/x', 'https:', 'shop.example'), own, SITE)).toBe('https://shop.example/x?a=1')
	expect(getExternalUrl(link('/a@b.example', 'mailto:', ''), own, SITE)).toBeNull()
})
