import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { STEAM_PROBLEMS } from '#contract/import-problems.ts'
import { createImport, getImport, getImportRows, startSteamSignIn } from '#contract/imports.ts'
import { getLibraryEntry } from '#contract/library.ts'
import { getSite } from '#contract/site.ts'
import { createImporter } from '#kit/imported-games.ts'
import { addJsonSource, applyAll, runImports, toFile, toItem } from '#kit/imports.ts'
import type { Fault } from '#kit/peers/faulty-server.ts'
import { STEAM_ID, startSteamServer } from '#kit/peers/steam-server.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'

const LIBRARY = [
	{ appid: 620, name: 'Portal 2', playtime_forever: 754, rtime_last_played: 1_600_000_000 },
	{ appid: 400, name: 'Portal', playtime_forever: 0, rtime_last_played: 0 },
	{ appid: 99, name: 'Nobody Knows It', playtime_forever: 5 },
]
const WISHLIST = [{ appid: 504_230, priority: 1, date_added: 1_550_000_000 }]

type Peer = Awaited<ReturnType<typeof startSteamServer>>

async function startWithSteam(options: Parameters<typeof startSteamServer>[0] = {}) {
	const steam = await startSteamServer({ library: LIBRARY, wishlist: WISHLIST, ...options })
	const site = await startSite({ env: steam.env, steamTiming: steam.time })
	return { steam, site, ann: await site.register('Ann') }
}

/** A browser, which keeps the cookies that the site sets. */
function createBrowser(site: TestSite) {
	const cookies = new Map<string, string>()
	return async (method: 'GET' | 'POST', url: string, player?: Player, body?: object) => {
		const response = await site.app.inject({
			method,
			url,
			headers: {
				cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
				...(player && { authorization: `Bearer ${player.accessToken}` }),
			},
			...(body && { payload: body }),
		})
		for (const { name, value } of response.cookies) cookies.set(name, value)
		return response
	}
}

type Browser = ReturnType<typeof createBrowser>

/** Signs a person in at Steam, and returns where the browser is led in the end. */
async function signIn(browser: Browser, steam: Peer, player: Player, change: (answer: URL) => void = () => undefined) {
	const { url } = (await browser('POST', startSteamSignIn.url, player, {})).json<{ url: string }>()
	const answer = steam.answerSignIn(url)
	change(answer)
	return { answer, location: (await browser('GET', answer.pathname + answer.search)).headers.location }
}

const importProfile = (browser: Browser, player: Player, profile = STEAM_ID) =>
	browser('POST', createImport.url, player, { source: 'steam', profile })

/** Signs in and imports, and returns the import when it waits for its owner or has failed. */
async function importFromSteam(site: TestSite, steam: Peer, player: Player) {
	const browser = createBrowser(site)
	await signIn(browser, steam, player)
	const { id } = (await importProfile(browser, player)).json<{ id: string }>()
	await runImports(site)
	return site.call(getImport, { params: { id } }, player)
}

test('a profile that was proved at Steam is read, matched by its ids, and written', async () => {
	const { steam, site, ann } = await startWithSteam()
	await using _steam = steam
	await using _site = site
	const store = (id: number) => ({ websites: [{ url: `https://store.steampowered.com/app/${id}`, category: 'steam' }] })
	await createImporter(site).load('demo', [
		{ sourceId: 'demo:1', name: 'Another Name Than at Steam', releaseDate: '2011-04-18', ...store(620) },
		{ sourceId: 'demo:2', name: 'A Climb', releaseDate: '2018-01-25', ...store(504_230) },
	])
	const browser = createBrowser(site)
	expect((await signIn(browser, steam, ann)).location).toBe(`/imports?from=steam&steam=${STEAM_ID}`)
	const created = await importProfile(browser, ann)
	expect(created.statusCode).toBe(201)
	await runImports(site)
	const { id } = created.json<{ id: string }>()
	const preview = await site.call(getImport, { params: { id } }, ann)
	expect(preview).toMatchObject({ source: 'steam', state: 'preview', fileName: STEAM_ID, error: null })
	const { rows } = await site.call(getImportRows, { params: { id }, query: { effect: 'add' } }, ann)
	expect(rows).toMatchObject([
		{ title: 'Portal 2', match: 'sure', game: { name: 'Another Name Than at Steam' }, summary: 'Played · PC · 13 h' },
		{ title: 'Store Game 504230', match: 'sure', game: { name: 'A Climb' }, summary: 'Wishlist' },
	])
	await applyAll(site, ann, preview)
	const [portal, climb] = rows.map(({ game }) => game?.id ?? 0)
	expect(await site.call(getLibraryEntry, { params: { gameId: portal ?? 0 } }, ann)).toMatchObject({
		entry: { status: 'played', minutesPlayed: 754 },
		plays: [{ minutes: 754, startedOn: null, endedOn: null, note: null }],
	})
	expect((await site.call(getLibraryEntry, { params: { gameId: climb ?? 0 } }, ann)).entry).toMatchObject({
		isWished: true,
		status: null,
	})
	// What Steam sent is not kept
	expect(await site.services.db.selectFrom('import_files').selectAll().execute()).toEqual([])
	const again = await importFromSteam(site, steam, ann)
	expect(again.counts).toMatchObject({ added: 0, changed: 0, left: 2 })
})

test('an answer that Steam did not give, not for this sign-in, or gave before, proves nothing', async () => {
	const { steam, site, ann } = await startWithSteam()
	await using _steam = steam
	await using _site = site
	const failed = '/imports?from=steam&steam=failed'
	const set = (name: string, value: string) => (answer: URL) => answer.searchParams.set(`openid.${name}`, value)
	const other = new URL('id/76561198000000043', steam.env.STEAM_LOGIN_URL).href
	const lies = [
		set('sig', 'forged'),
		set('claimed_id', other),
		(answer: URL) => {
			for (const name of ['claimed_id', 'identity']) answer.searchParams.set(`openid.${name}`, other)
		},
		set('op_endpoint', 'https://elsewhere.example/openid/login'),
		set('return_to', 'https://elsewhere.example/'),
		set('mode', 'error'),
		set('signed', 'signed,op_endpoint'),
		(answer: URL) => answer.searchParams.append('openid.identity', other),
		(answer: URL) => answer.searchParams.set('state', 'another'),
		(answer: URL) => answer.searchParams.delete('openid.sig'),
	]
	for (const lie of lies) {
		const browser = createBrowser(site)
		expect((await signIn(browser, steam, ann, lie)).location).toBe(failed)
		expect((await importProfile(browser, ann)).json()).toMatchObject({ code: 'steam_sign_in_needed' })
	}
	const browser = createBrowser(site)
	expect((await signIn(browser, steam, ann, set('mode', 'cancel'))).location).toBe('/imports?from=steam&steam=refused')
	// Once more, and in another browser
	const { answer } = await signIn(browser, steam, ann)
	expect((await browser('GET', answer.pathname + answer.search)).headers.location).toBe(failed)
	expect((await createBrowser(site)('GET', answer.pathname + answer.search)).headers.location).toBe(failed)
})

test('the proof is of one profile, one session and ten minutes', async () => {
	const { steam, site, ann } = await startWithSteam()
	await using _steam = steam
	await using _site = site
	const ben = await site.register('Ben')
	const browser = createBrowser(site)
	await signIn(browser, steam, ann)
	expect((await importProfile(browser, ben)).statusCode).toBe(403)
	expect((await importProfile(browser, ann, '76561198000000043')).statusCode).toBe(403)
	expect((await importProfile(createBrowser(site), ann)).statusCode).toBe(403)
	expect((await importProfile(browser, ann, 'https://steamcommunity.com/id/ann')).statusCode).toBe(400)
	expect((await browser('POST', createImport.url, ann, { source: 'grouvee', profile: STEAM_ID })).statusCode).toBe(400)
	site.time.now += 11 * 60_000
	expect((await importProfile(browser, ann)).statusCode).toBe(403)
	await signIn(browser, steam, ann)
	const answers = await Promise.all([importProfile(browser, ann), importProfile(browser, ann)])
	expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
})

test.each<[string, keyof typeof STEAM_PROBLEMS, Parameters<typeof startSteamServer>[0]]>([
	['a private profile', 'private', { isPrivate: true, wishlist: [] }],
	['an empty profile', 'empty', { library: [], wishlist: [] }],
	['a key that is no longer accepted', 'key', { fault: always({ status: 401, body: 'Unauthorized' }) }],
	['a profile that is refused', 'refused', { fault: always({ status: 403, body: 'Forbidden' }) }],
	['too many requests', 'rateLimited', { fault: always({ status: 429, body: '' }) }],
	['a failure', 'unreachable', { fault: always({ status: 500, body: '' }) }],
	['a broken connection', 'unreachable', { fault: always('cut') }],
	['half an answer', 'truncated', { fault: always('half answer') }],
	['an answer that breaks off', 'truncated', { fault: always('cut answer') }],
	['a page', 'truncated', { fault: always({ body: '<html>' }) }],
	['a redirect', 'unreachable', { fault: always({ status: 302, headers: { location: '/' }, body: '' }) }],
	['a flood', 'tooLarge', { fault: always('flood') }],
	['something else', 'unreadable', { fault: always({ body: { response: { game_count: 1, games: 'many' } } }) }],
	['a bad request', 'unreadable', { fault: always({ status: 400, body: '' }) }],
])('%s at Steam has its sentence', async (_name, problem, options) => {
	const { steam, site, ann } = await startWithSteam(options)
	await using _steam = steam
	await using _site = site
	const failed = await importFromSteam(site, steam, ann)
	expect(failed).toMatchObject({ state: 'failed', error: STEAM_PROBLEMS[problem] })
	// It can be tried again at once
	expect((await importFromSteam(site, steam, ann)).state).toBe('failed')
})

/** A fault of every answer about games. */
function always(fault: Fault) {
	return (call: string) => (call === 'GetOwnedGames' ? fault : undefined)
}

test('Steam is asked again after 15, 30 and 60 seconds', async () => {
	const { steam, site, ann } = await startWithSteam({
		fault: (call, number) => (call === 'GetOwnedGames' && number <= 3 ? { status: 429, body: '' } : undefined),
	})
	await using _steam = steam
	await using _site = site
	expect((await importFromSteam(site, steam, ann)).state).toBe('preview')
	const asked = steam.asked.filter(({ path }) => path.includes('GetOwnedGames')).map(({ at }) => at)
	const waits = asked.slice(1).map((at, index) => Math.round((at - (asked[index] ?? 0)) / 1000))
	expect(waits).toEqual([16, 31, 62])
})

test('who waits for Steam keeps nobody with a file waiting', async () => {
	using _source = addJsonSource()
	const steam = await startSteamServer({ library: LIBRARY, fault: always({ status: 429, body: '' }) })
	await using _steam = steam
	const gate = Promise.withResolvers<void>()
	const steamTiming = { ...steam.time, clock: () => steam.time.now, sleep: () => gate.promise }
	await using site = await startSite({ env: steam.env, steamTiming })
	const [ann, ben, cat] = [await site.register('Ann'), await site.register('Ben'), await site.register('Cat')]
	for (const player of [ann, ben]) {
		const browser = createBrowser(site)
		await signIn(browser, steam, player)
		await importProfile(browser, player)
	}
	const { id } = await site.call(createImport, { body: { file: toFile([toItem('Portal')]) } }, cat)
	const running = runImports(site)
	await expect.poll(async () => (await site.call(getImport, { params: { id } }, cat)).state).toBe('preview')
	gate.reject(new Error('The test ends'))
	await running.catch(() => undefined)
})

test('hostile answers make rows or none, and names of a wishlist may be missing', async () => {
	const { steam, site, ann } = await startWithSteam({
		library: [
			{ appid: -1, name: 'Negative' },
			{ appid: 1.5, name: 'Half' },
			{ appid: '7', name: 'Text' },
			{ appid: 1, name: `\u0000${'x'.repeat(100_000)}`, playtime_forever: 9e15, rtime_last_played: -4 },
			{ appid: 2, name: { toString: 'no' }, playtime_forever: '<script>' },
			{ appid: 3, name: '=cmd()', playtime_forever: 60, __proto__: { admin: true } },
		],
		wishlist: [{ appid: 4, date_added: 1e20 }, {}, { appid: null }],
		fault: (call) => (call === 'GetItems' ? { status: 500, body: '' } : undefined),
	})
	await using _steam = steam
	await using _site = site
	const { id, state } = await importFromSteam(site, steam, ann)
	expect(state).toBe('preview')
	const { rows } = await site.call(getImportRows, { params: { id }, query: {} }, ann)
	expect(rows.map(({ title }) => title.slice(0, 12))).toEqual(['x'.repeat(12), 'Steam app 2', '=cmd()', 'Steam app 4'])
})

test('a profile goes on being read after a restart, and waits for the people before it', async () => {
	const { steam, site, ann } = await startWithSteam()
	await using _steam = steam
	await using _site = site
	const ben = await site.register('Ben')
	const ids: string[] = []
	for (const player of [ann, ben]) {
		const browser = createBrowser(site)
		await signIn(browser, steam, player)
		ids.push((await importProfile(browser, player)).json<{ id: string }>().id)
	}
	await using beside = await startSite({ beside: site, env: steam.env, steamTiming: steam.time })
	await runImports(beside)
	const { rows: states } = await sql<{ state: string }>`select state from imports`.execute(site.services.db)
	expect(states).toEqual([{ state: 'preview' }, { state: 'preview' }])
	expect(steam.calls.get('GetOwnedGames')).toBe(2)
})

test('without a key, Steam is not offered, and refused', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	expect((await site.call(getSite, {})).hasSteam).toBe(false)
	expect((await site.refusal(startSteamSignIn, {}, ann)).code).toBe('source_not_configured')
	expect((await site.refusal(createImport, { body: { source: 'steam', profile: STEAM_ID } }, ann)).code).toBe(
		'source_not_configured',
	)
})

test('Steam being away at the sign-in is said', async () => {
	const { steam, site, ann } = await startWithSteam({
		fault: (call) => (call === 'login' ? { status: 503, body: '' } : undefined),
	})
	await using _steam = steam
	await using _site = site
	expect((await site.call(getSite, {})).hasSteam).toBe(true)
	expect((await signIn(createBrowser(site), steam, ann)).location).toBe('/imports?from=steam&steam=unavailable')
})
