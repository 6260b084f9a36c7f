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
	const html = headHtml({ title: 'Doom', path: '/games/7', image: '/art/7/cover-342196b86b.webp' }, ORIGIN)

	expect(html).toContain('<link rel="canonical" href="https://savepoint.example/games/7"')
	expect(html).toContain('property="og:image" content="https://savepoint.example/art/7/cover-342196b86b.webp"')
})

test('a page with an error status or without a canonical path is not indexed', () => {
	expect(headHtml({ title: 'Doom', path: '/games/7' }, ORIGIN)).not.toContain('noindex')
	expect(headHtml({ title: 'Game Not Found', path: '/games/7', status: 404 }, ORIGIN)).toContain('noindex')
	expect(headHtml({ title: 'Login' }, ORIGIN)).toContain('noindex')
})
