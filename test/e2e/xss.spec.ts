// Hostile texts on every screen in a real browser: nothing else proves that none runs.

import { type Browser, expect, test } from '@playwright/test'
import { type HostileSite, startHostileSite } from '#kit/browser/hostile-site.ts'
import { inspectDocuments, normalizeSpaces, openMonitored, openScreens } from '#kit/browser/monitored-context.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { HOSTILE_MARKUP } from '#kit/hostile-markup.ts'
import { plainPicture } from '#kit/pictures.ts'

// One site, whose every text is hostile, for all of them.
test.describe.configure({ mode: 'default' })

let hostile: HostileSite

test.beforeAll(async () => {
	expect(new Set(HOSTILE_MARKUP).size).toBeGreaterThan(100)
	hostile = await startHostileSite()
})

test.afterAll(async () => {
	await hostile?.[Symbol.asyncDispose]()
})

const missing = (shown: string) => HOSTILE_MARKUP.filter((text) => !shown.includes(normalizeSpaces(text)))

test('every rendered page contains each text as text, in its body, its head and its data', {
	tag: ['@ci', '@trust-9'],
}, async ({ browser }) => {
	await expectTextsToBeHarmful(browser)
	// Each page brings the policy for its own styles, which another one's would not allow
	await using visitor = await openMonitored(browser, hostile.site, undefined, { bypassCSP: true })
	const page = await visitor.context.newPage()
	await visit(page, `${hostile.site.url}/about`)
	const looked = await page.evaluate(inspectDocuments, hostile.screens)
	expect(looked.length).toBeGreaterThan(200)
	expect([...looked.flatMap(({ oddities }) => oddities), ...visitor.violations]).toEqual([])
	expect(missing(normalizeSpaces(looked.map(({ text }) => text).join('\n')))).toEqual([])
})

test('no text or URL from users and catalogs runs as a script on any screen', { tag: ['@trust-9'] }, async ({
	browser,
}) => {
	const { site, author, dense, ownScreens } = hostile
	await using visitor = await openMonitored(browser, site)
	expect(missing(await openScreens(visitor, dense))).toEqual([])
	await using member = await openMonitored(browser, site, author)
	await openScreens(member, [...ownScreens, ...dense.slice(4, 8)])
})

test('no text or URL runs as a script even without the content security policy', { tag: ['@ci', '@trust-9'] }, async ({
	browser,
}) => {
	const { site, author, dense, ownScreens } = hostile
	await using trusting = await openMonitored(browser, site, author, { bypassCSP: true })
	expect(missing(await openScreens(trusting, [...ownScreens, ...dense.slice(4, 8)]))).toEqual([])
})

for (const bypassCSP of [false, true])
	test(`notifications and suggestions show texts as texts${bypassCSP ? ' without the policy too' : ''}`, {
		tag: ['@ci', '@trust-9'],
	}, async ({ browser }) => {
		await using follower = await openMonitored(browser, hostile.site, hostile.follower, { bypassCSP })
		const page = await follower.context.newPage()
		await visit(page, `${hostile.site.url}/transparency`)
		await page.getByRole('button', { name: 'Notifications' }).click()
		const rows = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
		await expect.poll(() => rows.count()).toBeGreaterThan(30)
		const [panel] = await page.evaluate(inspectDocuments, null)
		expect(HOSTILE_MARKUP.length - missing(normalizeSpaces(panel?.text ?? '')).length).toBeGreaterThan(80)
		await page.keyboard.press('Escape')

		const field = page.getByRole('combobox', { name: 'Search games and users' })
		const seen = new Set<string>()
		for (const typed of ['script', 'onerror', 'iframe', 'javascript', 'evil example', '<svg onload', '"><img src=x']) {
			const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('query') === typed)
			await field.fill(typed)
			await answered
			await waitForIdle(page)
			await expect(page.getByRole('option').first()).toBeVisible()
			for (const { text, oddities } of await page.evaluate(inspectDocuments, null)) {
				seen.add(normalizeSpaces(text))
				follower.violations.push(...oddities)
			}
		}
		expect(seen.size).toBeGreaterThan(5)
		await field.fill('<img src=x onerror=alert(1)>')
		await field.press('Enter')
		await page.waitForURL(/\/search\?/)
		await waitForIdle(page)
		expect([...(panel?.oddities ?? []), ...follower.violations]).toEqual([])
	})

test('a feed is Atom and nothing else, and its texts are texts', { tag: ['@ci', '@trust-9'] }, async ({ browser }) => {
	await using visitor = await openMonitored(browser, hostile.site)
	const page = await visitor.context.newPage()
	await visit(page, `${hostile.site.url}/about`)
	for (const path of ['/feeds/reviews.atom', '/feeds/users/author.atom']) {
		const { names, contents, type } = await page.evaluate(readFeed, path)
		expect(type).toMatch(/^application\/atom\+xml/)
		const expected = ['author', 'content', 'entry', 'feed', 'id', 'link', 'name', 'published', 'title', 'updated']
		expect(names).toEqual(expected.map((name) => `http://www.w3.org/2005/Atom ${name}`))
		expect(contents.map(normalizeSpaces)).toEqual([normalizeSpaces(HOSTILE_MARKUP.join('\n'))])
	}
	expect(visitor.violations).toEqual([])
})

test('an uploaded file may have any name', { tag: ['@ci', '@trust-9'] }, async ({ browser }) => {
	await using member = await openMonitored(browser, hostile.site, hostile.author)
	const page = await member.context.newPage()
	await visit(page, `${hostile.site.url}/settings`)
	const chooser = page.locator('input[name="profilePicture"]')
	await expect(chooser).toBeAttached()
	await waitForIdle(page)
	const name = '"><img src=x onerror=alert(1)>\'`{{alert(1)}}.png'
	await chooser.setInputFiles({ name, mimeType: 'image/png', buffer: await plainPicture('png') })
	await expect(page.getByRole('img', { name: 'New picture' })).toBeVisible()
	const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
	await page.getByRole('button', { name: 'Save Changes' }).click()
	const { user } = (await (await saved).json()) as { user: { profilePicture: string } }
	expect(user.profilePicture).toMatch(/^\/pictures\/[\w-]{22}-400\.webp$/)
	const [looked] = await page.evaluate(inspectDocuments, null)
	expect([...(looked?.oddities ?? ['nothing was there']), ...member.violations]).toEqual([])
})

/** On a page that takes them for markup the texts do run, and the watch sees it: what is not seen elsewhere is not there. */
async function expectTextsToBeHarmful(browser: Browser): Promise<void> {
	const page = await browser.newPage()
	let ran = 0
	page.on('dialog', (dialog) => {
		ran++
		return dialog.dismiss()
	})
	await page.setContent('<p></p>')
	await page.evaluate((texts) => {
		for (const text of texts) document.body.insertAdjacentHTML('beforeend', `<div>${text}</div>`)
	}, HOSTILE_MARKUP)
	await expect.poll(() => ran).toBeGreaterThan(10)
	await page.close()
}

/** A feed as an XML reader takes it: the names of its elements, its contents, and what it says it is. Runs in the page. */
async function readFeed(path: string): Promise<{ names: string[]; contents: string[]; type: string }> {
	const answer = await fetch(path)
	const feed = new DOMParser().parseFromString(await answer.text(), 'application/xml')
	const names = new Set(
		[...feed.querySelectorAll('*')].map(({ namespaceURI, nodeName }) => `${namespaceURI} ${nodeName}`),
	)
	return {
		names: [...names].sort(),
		contents: [...feed.getElementsByTagName('content')].map(({ textContent }) => textContent ?? ''),
		type: answer.headers.get('content-type') ?? '',
	}
}
