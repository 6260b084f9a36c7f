import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getSite } from '#contract/site.ts'
import {
	blockDomains,
	getRules,
	getSiteSettings,
	listBlockedDomains,
	type SiteSettings,
	updateSiteSettings,
} from '#contract/site-settings.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { changeRole } from '#server/admin/queries.ts'
import { renderMarkdown } from './rules.ts'

async function startWithAdmin(): Promise<{ site: TestSite; admin: Player } & AsyncDisposable> {
	const site = await startSite()
	const admin = await site.register()
	await changeRole(site.services.db, admin.user.username, 'admin')
	return { site, admin, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

const toUpdate = ({ rulesVersion, ...settings }: SiteSettings) => settings

test('an admin changes the settings, and every process shows them within two seconds', async () => {
	await using world = await startWithAdmin()
	const { site, admin } = world
	await using beside = await startSite({ beside: site })
	expect((await beside.call(getSite, {})).name).toBe('Savepoint')
	const { settings } = await site.call(getSiteSettings, {}, admin)
	const change = { name: 'Checkpoint', description: '', accent: '#3355ff', rules: '# Be kind', membersInvite: true }
	const saved = await site.call(updateSiteSettings, { body: { ...toUpdate(settings), ...change } }, admin)
	expect(saved.settings).toMatchObject({ ...change, description: null, version: 1, rulesVersion: 1 })
	expect(await site.call(getSite, {})).toMatchObject({ name: 'Checkpoint', accent: '#3355ff', hasRules: true })
	beside.time.now += 1_000
	await beside.call(getSite, {})
	await expect.poll(async () => (await beside.call(getSite, {})).name).toBe('Checkpoint')
})

test('of two admins who save at once the second learns what the first has saved', async () => {
	await using world = await startWithAdmin()
	const { site, admin } = world
	const { settings } = await site.call(getSiteSettings, {}, admin)
	const save = (name: string) => site.call(updateSiteSettings, { body: { ...toUpdate(settings), name } }, admin)
	const outcomes = await Promise.allSettled([save('One'), save('Two'), save('Three')])
	const saved = outcomes.filter((outcome) => outcome.status === 'fulfilled')
	expect(saved).toHaveLength(1)
	const refusal = await site.refusal(updateSiteSettings, { body: { ...toUpdate(settings), name: 'Four' } }, admin)
	expect([refusal.status, refusal.code]).toEqual([409, 'settings_changed'])
	expect((refusal.body as { settings: SiteSettings }).settings).toEqual(saved[0]?.value.settings)
})

test('the version of the rules grows with their text alone', async () => {
	await using world = await startWithAdmin()
	const { site, admin } = world
	const versions: number[] = []
	for (const rules of ['One', 'One', 'Two', '', 'Two']) {
		const { settings } = await site.call(getSiteSettings, {}, admin)
		const saved = await site.call(updateSiteSettings, { body: { ...toUpdate(settings), rules } }, admin)
		versions.push(saved.settings.rulesVersion)
	}
	expect(versions).toEqual([1, 1, 2, 2, 3])
	expect(await site.call(getRules, {})).toEqual({ html: '<p>Two</p>', version: 3 })
})

test('settings are for admins alone', async () => {
	await using site = await startSite()
	const member = await site.register()
	await changeRole(site.services.db, member.user.username, 'moderator')
	const refusal = await site.refusal(getSiteSettings, {}, member)
	expect([refusal.status, refusal.code]).toEqual([403, 'admins_only'])
	expect((await site.refusal(getRules, {})).code).toBe('no_rules')
})

test.each([
	['name', ''],
	['name', 'x'.repeat(41)],
	['accent', '#fff'],
	['accent', 'red;}'],
	['contactEmail', 'nobody'],
	['registration', 'maybe'],
	['rules', 'x'.repeat(20_001)],
])('the setting %s is checked (%#)', async (name, value) => {
	await using world = await startWithAdmin()
	const { site, admin } = world
	const { settings } = await site.call(getSiteSettings, {}, admin)
	const body = { ...toUpdate(settings), [name]: value }
	const refusal = await site.refusal(updateSiteSettings, { body }, admin)
	expect([refusal.status, refusal.details[0]?.path]).toEqual([400, name])
})

test('ten thousand domains can be blocked, and no more', async () => {
	await using world = await startWithAdmin()
	const { site, admin } = world
	const batch = (n: number) => Array.from({ length: 1_000 }, (_, index) => `d${n}-${index}.example`)
	for (let n = 0; n < 10; n++) await site.call(blockDomains, { body: { domains: batch(n) } }, admin)
	const refusal = await site.refusal(blockDomains, { body: { domains: ['one.example', 'd0-0.example'] } }, admin)
	expect([refusal.status, refusal.code]).toEqual([400, 'too_many_domains'])
	expect((await site.call(blockDomains, { body: { domains: ['d0-0.example'] } }, admin)).added).toBe(0)
	const { domains, totalCount, nextCursor } = await site.call(listBlockedDomains, { query: {} }, admin)
	expect([domains.length, totalCount]).toEqual([50, 10_000])
	const next = await site.call(listBlockedDomains, { query: { cursor: nextCursor ?? '' } }, admin)
	expect(next.domains[0]?.domain.localeCompare(domains.at(-1)?.domain ?? '')).toBe(1)
})

test.each([
	['# Be *kind*\n\nReally.', '<h2>Be <em>kind</em></h2><p>Really.</p>'],
	['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
	['a <b onclick="x()">b</b>', '<p>a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>'],
	['[x](javascript:alert(1))', '<p>x</p>'],
	['[x](JaVaScRiPt:alert(1))', '<p>x</p>'],
	['[x](data:text/html,x)', '<p>x</p>'],
	['[x](//evil.example)', '<p>x</p>'],
	['[x](/\\evil.example)', '<p>x</p>'],
	['[x](/games "t\\"t")', '<p><a href="/games">x</a></p>'],
	[
		'[x](https://a.example/?a="b"&c)',
		'<p><a href="https://a.example/?a=%22b%22&amp;c" rel="nofollow noopener">x</a></p>',
	],
	['![x" onerror="y](z.png)', '<p>x&quot; onerror=&quot;y</p>'],
	['2. a\n3. b', '<ol start="2"><li>a</li><li>b</li></ol>'],
	['```js\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
	['a &lt; b &amp;amp; c', '<p>a &amp;lt; b &amp;amp;amp; c</p>'],
	['| a |\n| - |\n| <b> |', '| a |\n| - |\n| &lt;b&gt; |'],
])('the Markdown %j becomes %s', (text, html) => {
	expect(renderMarkdown(text)).toBe(html)
})

test('rules are refused if they are nested too deep, and never fail when read', async () => {
	await using world = await startWithAdmin()
	const { site, admin } = world
	const lists = (depth: number) => Array.from({ length: depth }, (_, level) => `${' '.repeat(2 * level)}- a`).join('\n')
	for (const rules of ['>'.repeat(19_000), '> '.repeat(9_500), '>- '.repeat(6_000), '1. '.repeat(6_000), lists(120)]) {
		const { settings } = await site.call(getSiteSettings, {}, admin)
		const refusal = await site.refusal(updateSiteSettings, { body: { ...toUpdate(settings), rules } }, admin)
		const message = 'The rules have too many nested quotes and lists'
		expect([refusal.status, refusal.details]).toEqual([400, [{ path: 'rules', message }]])
		expect((await site.refusal(getRules, {})).code).toBe('no_rules')
		expect((await site.call(getSiteSettings, {}, admin)).settings).toEqual(settings)
	}
	for (const rules of [lists(90), '['.repeat(20_000), '*a _b '.repeat(3_000), '<'.repeat(20_000)]) {
		const { settings } = await site.call(getSiteSettings, {}, admin)
		await site.call(updateSiteSettings, { body: { ...toUpdate(settings), rules } }, admin)
		expect((await site.call(getRules, {})).version).toBe(settings.rulesVersion + 1)
	}
})

test('rules that an earlier version of the site has saved are shown, as they were typed if nothing else works', async () => {
	await using world = await startWithAdmin()
	const { site, admin } = world
	const { settings } = await site.call(getSiteSettings, {}, admin)
	await site.call(updateSiteSettings, { body: { ...toUpdate(settings), rules: 'One' } }, admin)
	const { db } = site.services
	for (const [rules, html] of [
		['*Two*', '<p><em>Two</em></p>'],
		['>'.repeat(19_000), `<pre>${'&gt;'.repeat(19_000)}</pre>`],
	] as const) {
		await sql`update site_settings set rules = ${rules}, rules_version = rules_version + 1`.execute(db)
		expect((await site.call(getRules, {})).html).toBe(html)
	}
})

test('rules are rendered when they are saved, not when they are read', async () => {
	await using world = await startWithAdmin()
	const { site, admin } = world
	const { settings } = await site.call(getSiteSettings, {}, admin)
	await site.call(updateSiteSettings, { body: { ...toUpdate(settings), rules: '# Be kind' } }, admin)
	await sql`update site_settings set rules_html = '<p>Stored</p>'`.execute(site.services.db)
	expect((await site.call(getRules, {})).html).toBe('<p>Stored</p>')
})
