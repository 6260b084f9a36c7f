import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { reauthenticate } from '#contract/account.ts'
import { getUserActivity } from '#contract/activity.ts'
import { createComment } from '#contract/comments.ts'
import { createList, getList, listLists } from '#contract/lists.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createReview, getReview, listReviews } from '#contract/reviews.ts'
import { findUsers, searchUsers } from '#contract/search.ts'
import { checkUsername, login, register } from '#contract/sessions.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'

/** Names that read like `Kelvin_ii`, or turn into it where letters are folded. */
const LOOK_ALIKES = {
	'the Kelvin sign': '\u212aelvin_ii',
	'a dotless i': 'Kelv\u0131n_ii',
	'a dotted capital I': 'Kelv\u0130n_ii',
	'a full-width letter': '\uff2belvin_ii',
	'a Cyrillic letter': 'K\u0435lvin_ii',
	'a Roman numeral': 'Kelvin_\u2171',
	'a letter with a mark of its own': 'Ke\u0301lvin_ii',
	'a zero width space': 'Kel\u200bvin_ii',
	'a soft hyphen': 'Kel\u00advin_ii',
	'a joiner': 'Kel\u200dvin_ii',
	'text turned round': '\u202eii_nivleK',
	'an isolated direction': '\u2067Kelvin_ii\u2069',
	'a ligature': 'Kelvin\ufb01ii',
	'a mathematical letter': '\u{1d40a}elvin_ii',
}

/** Texts that no database, file or feed keeps, as JSON writes them. */
const BROKEN = {
	NUL: '"Kelvin\\u0000_ii"',
	'half a pair': '"Kelvin\\ud800_ii"',
	'the other half': '"Kelvin\\udc00_ii"',
	'a control character of Latin 1': '"Kelvin\\u0085_ii"',
	'a noncharacter': '"Kelvin\\uffff_ii"',
	'a noncharacter of another plane': '"Kelvin\\ud83f\\udffe_ii"',
}

const anAccount = (username: string, more: object = {}) => ({
	username,
	email: 'another@example.org',
	password: PASSWORD,
	...more,
})

const getOutcome = (pending: Promise<unknown>) =>
	pending.then(
		() => 'done',
		({ status, code }: { status: number; code: string }) => `${status} ${code}`,
	)

test('no username is a lookalike of another, and no lookalike finds a user', { tags: ['trust-37'] }, async () => {
	await using site = await startSite()
	await site.register('Kelvin_ii')
	for (const [kind, name] of Object.entries(LOOK_ALIKES)) {
		const refused = await site.refusal(register, { body: anAccount(name) })
		expect([kind, refused.status, refused.details.map(({ path }) => path)]).toEqual([kind, 400, ['username']])
		const { available } = await site.call(checkUsername, { query: { username: name } })
		expect([kind, available]).toEqual([kind, false])
		expect([kind, (await site.refusal(getProfile, { params: { username: name } })).status]).toEqual([kind, 404])
		expect([kind, (await site.call(findUsers, { query: { username: name } })).users]).toEqual([kind, []])
		for (const endpoint of [listReviews, listLists, getUserActivity])
			expect([kind, (await site.refusal(endpoint, { query: { username: name } })).status]).toEqual([kind, 404])
		expect((await site.call(searchUsers, { query: { query: name } })).success).toBe(true)
		const logIn = await site.refusal(login, { body: { identifier: name, password: PASSWORD } })
		expect([kind, logIn.code]).toEqual([kind, 'invalid_credentials'])
	}
})

test('white space around a username is ignored', { tags: ['trust-37'] }, async () => {
	await using site = await startSite()
	await site.register('Kelvin_ii')
	for (const name of [' KELVIN_II ', '\ufeffkelvin_ii', 'Kelvin_II\u00a0', '\u3000Kelvin_ii\n'])
		expect((await site.refusal(register, { body: anAccount(name) })).code).toBe('username_taken')
})

test('an e-mail address is one account whatever its case and Unicode composition, but different letters make another', {
	tags: ['trust-37'],
}, async () => {
	await using site = await startSite()
	const asks = (email: string, username: string) => site.refusal(register, { body: anAccount(username, { email }) })
	await site.call(register, { body: anAccount('One', { email: 'zo\u00eb.k@example.org' }) })
	for (const email of ['ZO\u00cb.K@EXAMPLE.ORG', 'zoe\u0308.k@example.org'])
		expect([email, (await asks(email, 'Two')).code]).toEqual([email, 'email_taken'])
	await site.call(register, { body: anAccount('Three', { email: 'zoe.k@example.org' }) })
	const { user } = await site.call(login, { body: { identifier: 'Zoe\u0308.K@example.org', password: PASSWORD } })
	expect([user.username, user.email]).toEqual(['One', 'zo\u00eb.k@example.org'])
	for (const email of [
		// What we and mail servers would read differently, or not see
		'zo\u00eb.\u212a@example.org',
		'\uff5aoe@example.org',
		'zoe@e\uff58ample.org',
		'zo\u200be@example.org',
		'zoe\u3164@example.org',
		'<zoe@example.org>',
		'zoe@example.org>',
		'"zoe"@example.org',
		'zoe@-example.org',
		'a\uff20example.org',
		'a b@example.org',
		'a@ex\u0000ample.org',
		'a@b',
		'a@b@c.org',
		'@example.org',
	])
		expect([email, (await asks(email, 'Four')).status]).toEqual([email, 400])
})

const PASSWORDS = {
	'64 letters': `${'correct Horse battery 9 staple '.repeat(3)}`.slice(0, 64),
	'256 of four bytes each': `aA1${'\u{1f3ae}'.repeat(253)}`,
	'white space around it': '  Correct1Horse\u00a0',
	'marks of their own': 'Corre\u0301ct1Horse',
	'no width': 'Correct\u200b1Horse',
	'both directions': 'Correct1\u05d0\u05d1\u202eHorse',
	'line feeds': 'Correct1\nHorse\t',
}

for (const [kind, password] of Object.entries(PASSWORDS))
	test(`a password with ${kind} works however its letters are composed, and nothing else does`, {
		tags: ['trust-37'],
	}, async () => {
		await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } })
		const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => password.normalize(form))
		const body = anAccount('Ann', { password, confirmPassword: password.normalize('NFD') })
		await site.call(register, { body })
		const logIn = (other: string) => getOutcome(site.call(login, { body: { identifier: 'Ann', password: other } }))
		for (const form of [password, ...forms]) expect([form, await logIn(form)]).toEqual([form, 'done'])
		const unlike = [
			password.trim(),
			[...password].slice(0, -1).join(''),
			password.toLowerCase(),
			password.replace('\u200b', ''),
			password.replaceAll('\n', ' '),
		]
		for (const other of new Set(unlike))
			if (other !== password) expect([other, await logIn(other)]).toEqual([other, '401 invalid_credentials'])
	})

test('a password that was hashed as it was typed still logs in, and from then on in every form', {
	tags: ['trust-37'],
}, async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const typed = 'Corre\u0301ct1Horse'
	await site.services.db
		.updateTable('users')
		.set({ password_hash: await hash(typed) })
		.where('id', '=', ann.user.id)
		.execute()
	const logIn = (password: string) => getOutcome(site.call(login, { body: { identifier: 'Ann', password } }))
	expect(await logIn(typed.normalize('NFC'))).toBe('401 invalid_credentials')
	const proof = { body: { password: typed } }
	expect(await getOutcome(site.call(reauthenticate, proof, ann))).toBe('done')
	expect(await Promise.all(Array.from({ length: 5 }, () => logIn(typed)))).toEqual(Array(5).fill('done'))
	expect(await logIn(typed.normalize('NFC'))).toBe('done')
	expect(await logIn(`${typed}s`)).toBe('401 invalid_credentials')
})

test('a password is as long as its composed letters, and its confirmation may be composed otherwise', {
	tags: ['trust-37'],
}, async () => {
	await using site = await startSite()
	const short = 'A1\u00e9b\u00e9cd'
	const refused = await site.refusal(register, { body: anAccount('Ann', { password: short.normalize('NFD') }) })
	expect(refused.details).toEqual([{ path: 'password', message: 'Password must be at least 8 characters' }])
	const password = `${short}ef`
	const body = anAccount('Ann', { password, confirmPassword: password.normalize('NFD') })
	await site.call(register, { body })
})

test('a password of more than 256 characters is rejected', { tags: ['trust-37'] }, async () => {
	await using site = await startSite()
	const refused = await site.refusal(register, {
		body: anAccount('Ann', { password: `aA1${'\u{1f3ae}'.repeat(254)}` }),
	})
	expect(refused.details).toEqual([{ path: 'password', message: 'Password must be 256 characters or less' }])
})

test('a text that has to say something needs a character that can be seen', { tags: ['trust-37'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const written = { gameId, rating: 4, platform: 'PC', description: 'Worth every evening.' }
	const review = await site.call(createReview, { body: written }, player)
	for (const blank of ['\u200b', '\u3164\u00ad', '\u2800 \u3000', '\u202e\u2066\u{e0041}']) {
		const list = { title: blank, games: [{ gameId }] }
		for (const [url, path, body] of [
			[createReview.url, 'description', { ...written, description: blank }],
			[createComment.url, 'content', { reviewId: review.id, content: blank }],
			[createList.url, 'title', list],
		] as const) {
			const answer = await send(site, player, 'POST', url, JSON.stringify(body))
			expect([blank, url, answer.statusCode]).toEqual([blank, url, 400])
			expect(answer.json().details).toEqual([expect.objectContaining({ path })])
		}
		// What may be empty is empty
		const made = await site.call(createList, { body: { ...list, title: 'A list', description: blank } }, player)
		expect((await site.call(getList, { params: { id: made.id } }, player)).description ?? '').toBe('')
	}
})

for (const [kind, json] of Object.entries(BROKEN))
	test(`${kind} in a text is a bad request in every endpoint`, { tags: ['trust-37'] }, async () => {
		await using site = await startSite()
		const player = await site.register()
		const gameId = await site.addGame()
		const written = { gameId, rating: 4, platform: 'PC', description: 'Worth every evening.' }
		const review = await site.call(createReview, { body: written }, player)
		const bodies: [string, string, string][] = [
			['POST', register.url, `{"username":${json},"email":"a@example.org","password":"${PASSWORD}"}`],
			['POST', register.url, `{"username":"Bob","email":"a@example.org","password":${json.replace('"', '"aA1')}}`],
			[
				'POST',
				register.url,
				`{"username":"Bob","email":${json.replace('_ii"', '@example.org"')},"password":"${PASSWORD}"}`,
			],
			['POST', login.url, `{"identifier":${json},"password":"${PASSWORD}"}`],
			['POST', createReview.url, JSON.stringify(written).replace('"Worth every evening."', json)],
			['PUT', `/api/reviews/${review.id}`, JSON.stringify(written).replace('"PC"', json)],
			['POST', createComment.url, `{"reviewId":"${review.id}","content":${json}}`],
			['POST', createList.url, `{"title":${json}}`],
			['POST', createList.url, `{"title":"A","games":[{"gameId":${gameId},"notes":${json}}]}`],
		]
		for (const [method, url, payload] of bodies) {
			const answer = await send(site, player, method, url, payload)
			expect([url, payload, answer.statusCode, answer.json().code]).toEqual([url, payload, 400, 'invalid_input'])
		}
		const inAddress = kind === 'NUL' ? '%00' : '%ED%A0%80'
		for (const url of [
			'/api/reviews?search=a',
			'/api/games?search=ab',
			'/api/games?genre=ab',
			'/api/games/search?query=ab',
			'/api/users/search?query=ab',
			'/api/lists?search=a',
		])
			expect([url, (await send(site, player, 'GET', url + inAddress)).statusCode < 500]).toEqual([url, true])
	})

test('text is returned exactly as it was written, in every script', { tags: ['trust-37'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const gameId = await site.addGame()
	const texts = [
		'\u05e9\u05dc\u05d5\u05dd, a good one',
		'\u202etext turned round\u202c stays so',
		'family: \u{1f468}\u200d\u{1f469}\u200d\u{1f467} and flag \u{1f1e9}\u{1f1ea}',
		'e\u0301 and \u00e9 are two ways',
		'zalgo z\u0351\u036b\u0343 goes up and down',
		'line one\nline two\ttabbed',
		'\u{10fffd} the last of all',
	]
	const written = { gameId, rating: 4, platform: 'PC' }
	const { id } = await site.call(createReview, { body: { ...written, description: 'Worth every evening.' } }, player)
	for (const description of texts) {
		await site.app.inject({
			method: 'PUT',
			url: `/api/reviews/${id}`,
			headers: { authorization: `Bearer ${player.accessToken}` },
			payload: { ...written, description },
		})
		expect((await site.call(getReview, { params: { id } })).description).toBe(description)
		const list = await site.call(
			createList,
			{ body: { title: description, games: [{ gameId, notes: description }] } },
			player,
		)
		const stored = await site.call(getList, { params: { id: list.id } })
		expect([stored.title, stored.items[0]?.notes]).toEqual([description, description])
	}
})

function send(site: TestSite, player: Player, method: string, url: string, payload?: string) {
	return site.app.inject({
		method: method as 'GET',
		url,
		headers: {
			authorization: `Bearer ${player.accessToken}`,
			...(payload ? { 'content-type': 'application/json' } : {}),
		},
		...(payload ? { payload } : {}),
	})
}
