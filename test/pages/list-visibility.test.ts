import { afterAll, beforeAll, expect, test } from 'vitest'
import { createList, LIST_VISIBILITIES, likeList } from '#contract/lists.ts'
import {
	createSeededLocation,
	createTransport,
	type DataLocation,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

let place: DataLocation
let site: SiteProcess
const ids: Record<string, string> = {}

beforeAll(async () => {
	place = await createSeededLocation()
	site = await startProcess(place)
	const { token } = await registerUser(site, 'Lister')
	const transport = createTransport(site, token)
	for (const visibility of LIST_VISIBILITIES) {
		const body = { title: `Marked ${visibility}`, tags: ['cozy'], visibility, games: [{ gameId: 1 }] }
		const { id } = await call(transport, createList, { body })
		await call(transport, likeList, { params: { id } })
		ids[visibility] = id
	}
})

afterAll(async () => {
	await site?.stop()
	await place?.[Symbol.asyncDispose]()
})

const open = async (path: string) => {
	const response = await fetch(site.url + path, { redirect: 'manual' })
	return { status: response.status, html: await response.text() }
}
const shown = async (path: string) => {
	const { html } = await open(path)
	return LIST_VISIBILITIES.filter(
		(visibility) => html.includes(`Marked ${visibility}`) || html.includes(ids[visibility] ?? ''),
	)
}

test('pages, feeds and the sitemap show public lists only', async () => {
	const index = await open('/sitemap.xml')
	const parts = [...index.html.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]+)<\/loc>/g)].map(([, path = '']) => path)
	expect(parts.some((path) => path.startsWith('/sitemaps/lists-'))).toBe(true)
	const inSitemap = await Promise.all(parts.map(shown))
	expect(inSitemap.flat()).toEqual(['public'])
	expect((await open('/sitemaps/pages.xml')).html).toContain('/lists</loc>')
	for (const path of ['/lists', '/lists?sort=new', '/lists?tag=COZY', '/Lister/lists', '/profile/Lister'])
		expect([path, await shown(path)]).toEqual([path, ['public']])
	for (const path of [
		'/',
		'/feeds/reviews.atom',
		'/feeds/users/Lister.atom',
		'/reviews',
		'/users',
		'/search?query=Marked',
	])
		expect([path, await shown(path)]).toEqual([path, []])
})

test('an unlisted list is not indexed, and a private one does not exist for visitors', async () => {
	const pages = await Promise.all(LIST_VISIBILITIES.map((visibility) => open(`/list/${ids[visibility]}`)))
	expect(pages.map(({ status }) => status)).toEqual([200, 200, 404])
	expect(pages.map(({ html }) => html.includes('content="noindex"'))).toEqual([false, true, true])
	expect(pages.map(({ html }) => html.includes('rel="canonical"'))).toEqual([true, false, false])
	expect(pages.map(({ html }) => html.includes('/share-pictures/lists/'))).toEqual([true, true, false])
	expect(pages[2]?.html).not.toContain('Marked')
})

test('the page of lists says what it shows, also without scripts', async () => {
	const { html } = await open('/lists?period=all')
	expect(html).toContain('<title>Popular Lists of All Time · Savepoint</title>')
	expect(html).toContain('"@type":"ItemList"')
	expect(html).toContain('Marked public')
	expect((await open('/lists?period=year&tag=none')).html).toContain('No list with this tag has been liked this year.')
})
