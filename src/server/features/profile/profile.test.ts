import { once } from 'node:events'
import net from 'node:net'
import type { Static } from 'typebox'
import { expect, test } from 'vitest'
import { updateProfile } from '#contract/profile.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { getMe, logout } from '#contract/session-tokens.ts'
import { getUser } from '#contract/users.ts'
import { plainPicture, toFile } from '#kit/pictures.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'

const change = async (site: TestSite, player: Player, body: Static<(typeof updateProfile.schema)['body']>) =>
	(await site.call(updateProfile, { body }, player)).user

test('name and bio are stored as typed, trimmed, and absent fields stay', async () => {
	await using site = await startSite()
	const player = await site.register('Wren')
	expect(await change(site, player, { name: '  Wren & <b>Co</b> ', bio: 'One.\r\n\r\nTwo  words. ' })).toMatchObject({
		name: 'Wren & <b>Co</b>',
		bio: 'One.\n\nTwo  words.',
		profilePicture: null,
	})
	expect(await change(site, player, { bio: 'Else' })).toMatchObject({ name: 'Wren & <b>Co</b>', bio: 'Else' })
	expect(await change(site, player, {})).toMatchObject({ name: 'Wren & <b>Co</b>', bio: 'Else' })
	expect(await change(site, player, { name: '', bio: null })).toMatchObject({ name: null, bio: null })
	expect(await change(site, player, { bio: '   \n ' })).toMatchObject({ bio: null })
})

test('everyone sees the bio and the picture, but only the user sees the name', async () => {
	await using site = await startSite()
	const player = await site.register('Wren')
	const picture = toFile(await plainPicture('png'))
	await change(site, player, { name: 'Secret Name', bio: 'Plays at night.', profilePicture: picture })
	const { user } = await site.call(getMe, {}, player)
	const seen = [
		await site.call(getUser, { params: { id: player.user.id } }),
		await site.call(getProfile, { params: { username: 'wren' } }),
	]
	for (const profile of seen)
		expect(profile).toMatchObject({ bio: 'Plays at night.', profilePicture: user.profilePicture })
	expect(JSON.stringify(seen)).not.toContain('Secret Name')
	expect(user.name).toBe('Secret Name')
})

test('lengths count code points: 80 for a name, 500 for a bio', async () => {
	await using site = await startSite()
	const player = await site.register()
	expect((await change(site, player, { name: '🦊'.repeat(80), bio: '🦊'.repeat(500) })).bio).toBe('🦊'.repeat(500))
	const refusal = await site.refusal(updateProfile, { body: { name: 'x'.repeat(81), bio: 'y'.repeat(501) } }, player)
	expect(refusal).toMatchObject({
		status: 400,
		code: 'invalid_input',
		details: [
			{ path: 'name', message: 'Name must be 80 characters or less' },
			{ path: 'bio', message: 'Bio must be 500 characters or less' },
		],
	})
	expect(await site.refusal(updateProfile, { body: { bio: 'a\u0000b' } }, player)).toMatchObject({ status: 400 })
	expect((await site.call(getMe, {}, player)).user.bio).toBe('🦊'.repeat(500))
})

test('a refused picture leaves the texts unchanged too', async () => {
	await using site = await startSite()
	const player = await site.register()
	const notes = toFile(Buffer.from('notes'), 'notes.txt', 'text/plain')
	expect(await site.refusal(updateProfile, { body: { bio: 'New', profilePicture: notes } }, player)).toMatchObject({
		status: 400,
		message: 'Please choose an image file: JPEG, PNG, WebP, GIF or AVIF',
	})
	expect((await site.call(getMe, {}, player)).user.bio).toBeNull()
})

test('visitors and ended sessions are refused', async () => {
	await using site = await startSite()
	const player = await site.register()
	expect(await site.refusal(updateProfile, { body: { bio: 'x' } })).toMatchObject({
		status: 401,
		message: 'User not authenticated',
	})
	await site.call(logout, { body: { refreshToken: player.refreshToken } })
	expect(await site.refusal(updateProfile, { body: { bio: 'x' } }, player)).toMatchObject({ status: 401 })
})

const BOUNDARY = 'x-x'
const field = (name: string, value: string, type?: string) =>
	`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n${type ? `content-type: ${type}\r\n` : ''}\r\n${value}\r\n`
const END = `--${BOUNDARY}--\r\n`

function send(
	site: TestSite,
	player: Player,
	payload: string | Buffer,
	type = `multipart/form-data; boundary=${BOUNDARY}`,
) {
	return site.app.inject({
		method: 'PUT',
		url: updateProfile.url,
		payload,
		headers: { authorization: `Bearer ${player.accessToken}`, ...(type ? { 'content-type': type } : {}) },
	})
}

test('only forms are accepted: anything else is a 415', async () => {
	await using site = await startSite()
	const player = await site.register()
	for (const [payload, type] of [
		['{"bio":"x"}', 'application/json'],
		['bio=x', 'application/x-www-form-urlencoded'],
		['bio', 'text/plain'],
		['', ''],
	] as const)
		expect([type, (await send(site, player, payload, type)).statusCode]).toEqual([type, 415])
	expect((await send(site, player, field('bio', 'x') + END)).statusCode).toBe(200)
})

test('an invalid form is a 400 or a 413 and changes nothing', { tags: ['trust-22'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	const fileNamed = (name: string) =>
		`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n\r\nx\r\n`
	const cases: [string, string, number][] = [
		['a name twice', field('bio', 'a') + field('bio', 'b') + END, 400],
		['a number', field('bio', '7', 'application/json') + END, 400],
		['broken JSON', field('bio', '{', 'application/json') + END, 400],
		['no yes or no', field('removeProfilePicture', 'maybe') + END, 400],
		['a text for the picture', field('profilePicture', '/etc/passwd') + END, 400],
		['no end', field('bio', 'a'), 400],
		['no part', 'nothing of the kind', 400],
		['two files', fileNamed('profilePicture') + fileNamed('profilePicture') + END, 413],
		['many fields', Array.from({ length: 30 }, (_, index) => field(`f${index}`, '')).join('') + END, 413],
		['a long field', field('bio', 'x'.repeat(100_000)) + END, 413],
		['__proto__', field('__proto__', 'x') + field('bio', 'a') + END, 400],
		['constructor', field('constructor', '{"prototype":{"polluted":1}}', 'application/json') + END, 400],
		['a file called __proto__', fileNamed('__proto__') + END, 400],
	]
	for (const [name, payload, status] of cases) {
		const answer = await send(site, player, payload)
		expect([name, answer.statusCode]).toEqual([name, status])
		expect(answer.json()).toMatchObject({ success: false, error: expect.any(String), code: expect.any(String) })
	}
	expect((await send(site, player, END, 'multipart/form-data')).statusCode).toBe(400)
	expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
	expect((await site.call(getMe, {}, player)).user).toMatchObject({ bio: null, profilePicture: null })
})

test('unknown fields and empty file fields are ignored, and null can be sent as JSON', {
	tags: ['trust-23'],
}, async () => {
	await using site = await startSite()
	const player = await site.register()
	const noFile = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="profilePicture"; filename=""\r\n\r\n\r\n`
	const all = field('bio', 'a') + field('username', 'Admin') + field('email', 'x@y.z') + noFile + END
	expect((await send(site, player, all)).json().user).toMatchObject({
		bio: 'a',
		username: player.user.username,
		email: player.user.email,
		profilePicture: null,
	})
	expect((await send(site, player, field('bio', 'null', 'application/json') + END)).json().user.bio).toBeNull()
	expect((await send(site, player, field('bio', 'null') + END)).json().user.bio).toBe('null')
})

test('an endless form is refused with 413, and the server keeps running', { tags: ['trust-21'] }, async () => {
	await using site = await startSite()
	const player = await site.register()
	await site.app.listen({ host: '127.0.0.1', port: 0 })
	const address = site.app.server.address()
	if (typeof address !== 'object' || !address) throw new Error('The server is not listening')
	const head = `PUT ${updateProfile.url} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${player.accessToken}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n`
	const file = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="profilePicture"; filename="a.png"\r\n\r\n`
	for (const begin of [file, 'before any boundary', field('bio', 'x').slice(0, -2)]) {
		const socket = net.connect(address.port, '127.0.0.1')
		await once(socket, 'connect')
		let answer = ''
		socket.on('data', (bytes) => {
			answer += bytes.toString()
		})
		socket.on('error', () => {})
		socket.write(`${head}transfer-encoding: chunked\r\n\r\n${begin.length.toString(16)}\r\n${begin}\r\n`)
		const part = Buffer.alloc(64 * 1024, 'x')
		const chunk = Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')])
		const ended = new Promise((resolve) => socket.once('close', resolve).once('data', resolve))
		let sent = 0
		while (answer === '' && !socket.destroyed && sent < 100 * 1024 * 1024) {
			sent += part.length
			if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), ended])
		}
		expect([begin.slice(0, 20), answer.slice(0, 12)]).toEqual([begin.slice(0, 20), 'HTTP/1.1 413'])
		expect(sent).toBeLessThan(40 * 1024 * 1024)
		socket.destroy()
	}
	expect(await sendOversizedHeader(address.port, head)).toBe('413')
	expect((await change(site, player, { bio: 'Still here' })).bio).toBe('Still here')
})

/** Returns the status for a form that announces 10 GB, before any of it is sent. */
async function sendOversizedHeader(port: number, head: string): Promise<string | undefined> {
	const socket = net.connect(port, '127.0.0.1')
	socket.write(`${head}content-length: 10000000000\r\n\r\n`)
	const [bytes] = (await once(socket, 'data')) as [Buffer]
	socket.destroy()
	return bytes.toString().split(' ')[1]
}
