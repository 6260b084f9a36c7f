import { expect, test } from 'vitest'
import { headHtml } from './head-html.ts'

const ORIGIN = 'https://savepoint.example'

test('user input cannot break out of its tag', () => {
	const title = '"><script>alert(1)</script>'
	const html = headHtml(
		{ title, description: title, path: '/', jsonLd: () => ({ name: '</script><script>alert(1)' }) },
		ORIGIN,
	)

	expect(html).not.toContain('<script>')
	expect(html).toContain('<title>&quot;&gt;&lt;script&gt;')
	expect(html).toContain('\\u003c/script>\\u003cscript>alert(1)')
})

test('URLs are absolute, on the origin of the site', () => {
	const picture = { path: '/share-pictures/games/7-0123456789abcdef.jpg', alt: 'The cover of "Doom"' }
	const html = headHtml({ title: 'Doom', path: '/games/7', picture }, ORIGIN)

	expect(html).toContain('<link rel="canonical" href="https://savepoint.example/games/7"')
	const image = 'https://savepoint.example/share-pictures/games/7-0123456789abcdef.jpg'
	expect(html).toContain(`property="og:image" content="${image}"`)
	expect(html).toContain(`name="twitter:image" content="${image}"`)
})

test('a head describes its picture, and without one that of the home page', () => {
	const picture = { path: '/picture.jpg', alt: 'The cover of "Doom"' }
	const html = headHtml({ title: 'Doom', path: '/games/7', picture }, ORIGIN)
	for (const tag of [
		'property="og:image:type" content="image/jpeg"',
		'property="og:image:width" content="1200"',
		'property="og:image:height" content="630"',
		'property="og:image:alt" content="The cover of &quot;Doom&quot;"',
		'name="twitter:card" content="summary_large_image"',
		'name="twitter:image:alt" content="The cover of &quot;Doom&quot;"',
	])
		expect(html).toContain(tag)
	expect(headHtml({ title: 'About' }, ORIGIN)).toMatch(
		/property="og:image" content="https:\/\/savepoint\.example\/share-pictures\/pages\/home-[0-9a-f]{16}\.jpg"/,
	)
})

test('a page with an error status or without a canonical path is not indexed', () => {
	expect(headHtml({ title: 'Doom', path: '/games/7' }, ORIGIN)).not.toContain('noindex')
	expect(headHtml({ title: 'Game Not Found', path: '/games/7', status: 404 }, ORIGIN)).toContain('noindex')
	expect(headHtml({ title: 'Login' }, ORIGIN)).toContain('noindex')
})
