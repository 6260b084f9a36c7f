import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { changeEmail, forgotPassword, verifyEmail } from '#contract/account.ts'
import { register } from '#contract/sessions.ts'
import { startMailServer } from '#kit/peers/mail-server.ts'
import { PASSWORD } from '#kit/site.ts'
import { createSeededLocation, createTransport, registerUser, startProcess } from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const OLD = 'ann@example.org'
const NEW = 'ann.new@example.net'

test('a real mail server receives every address mail, in two parts and without remote content', async () => {
	await using server = await startMailServer()
	await using place = await createSeededLocation()
	await using site = await startProcess(place, {
		SMTP_URL: server.url,
		MAIL_FROM: 'Savepoint <no-reply@games.example>',
		PUBLIC_URL: 'https://games.example',
		LOG_LEVEL: 'info',
	})
	const body = { username: 'Ann', email: OLD, password: PASSWORD }
	const { tokens } = await call(createTransport(site), register, { body })
	await call(createTransport(site, tokens.accessToken), changeEmail, {
		body: { email: NEW, currentPassword: PASSWORD },
	})
	await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(3)
	const raw =
		server.received
			.find(({ to }) => to[0] === NEW)
			?.raw.replaceAll(/=\r?\n/g, '')
			.replaceAll('=3D', '=') ?? ''
	const token = /https:\/\/games\.example\/verify-email\?token=([\w-]+)/.exec(raw)?.[1] ?? ''
	await call(createTransport(site), verifyEmail, { body: { token } })
	await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(4)
	expect(server.received.map(({ to, raw }) => [to[0], /^Subject: (.*)\r$/m.exec(raw)?.[1]]).sort()).toEqual([
		[NEW, 'Confirm your new email address'],
		[OLD, 'Confirm your email address'],
		[OLD, 'Your email address is about to change'],
		[OLD, 'Your email address was changed'],
	])
	for (const { raw } of server.received) {
		expect(raw).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/)
		expect(raw).not.toMatch(/<(img|script|link|iframe)|src=|url\(|@import/)
	}
	expect(site.output()).toContain('a mail was sent')
	expect(site.output()).not.toMatch(/@example|token=/)
})

test('a mailbox gets five links an hour, even under concurrent requests to several processes', async () => {
	await using server = await startMailServer()
	await using place = await createSeededLocation()
	const env = {
		SMTP_URL: server.url,
		MAIL_FROM: 'no-reply@games.example',
		PUBLIC_URL: 'https://games.example',
		RATE_LIMIT_FACTOR: '1',
	}
	await using first = await startProcess(place, env)
	await using second = await startProcess(place, env)
	await call(createTransport(first), register, { body: { username: 'Ann', email: OLD, password: PASSWORD } })
	const sites = [first, second]
	const asked = Array.from({ length: 9 }, (_, n) =>
		call(createTransport(sites[n % 2] ?? first), forgotPassword, { body: { email: OLD } }),
	)
	await Promise.all(asked)
	// A process that stops tries what waits
	await Promise.all(sites.map((site) => site.stop()))
	const links = server.received.filter(({ raw }) => raw.includes('Subject: Choose a new password'))
	expect(links).toHaveLength(5)
})

test('a mail survives a killed process: the next start sends it once', async () => {
	const deaf = createServer((socket) => void socket.on('error', () => {}))
	deaf.listen(0, '127.0.0.1')
	await once(deaf, 'listening')
	const { port } = deaf.address() as AddressInfo
	await using place = await createSeededLocation()
	const env = {
		SMTP_URL: `smtp://127.0.0.1:${port}`,
		MAIL_FROM: 'no-reply@games.example',
		PUBLIC_URL: 'https://a.example',
	}
	await using killed = await startProcess(place, env)
	const [connected] = await Promise.all([once(deaf, 'connection'), registerUser(killed, 'ann')])
	await killed.stop('SIGKILL')
	connected[0].destroy()
	await new Promise((resolve) => deaf.close(resolve))

	await using server = await startMailServer({ port })
	await using site = await startProcess(place, env)
	// After the end of the killed one's lease
	await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(1)
	expect(server.received[0]).toMatchObject({ to: [OLD] })
	expect(await site.stop()).toBe(0)
	expect(server.received).toHaveLength(1)
	expect(site.output()).not.toContain('still waiting')
})

test('a stop without a mail server keeps the mails and says so', async () => {
	const gone = await startMailServer()
	await gone[Symbol.asyncDispose]()
	await using place = await createSeededLocation()
	const env = { SMTP_URL: gone.url, MAIL_FROM: 'no-reply@games.example', PUBLIC_URL: 'https://a.example' }
	await using stopped = await startProcess(place, env)
	for (const name of ['ann', 'ben']) await registerUser(stopped, name)
	expect(await stopped.stop()).toBe(0)
	expect(stopped.output()).toContain('Mails that are still waiting: 2. Another process or the next start sends them.')
	expect(stopped.output()).not.toMatch(/@example/)

	await using server = await startMailServer({ port: gone.port })
	await using site = await startProcess(place, env)
	await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(2)
	expect(await site.stop()).toBe(0)
	expect(new Set(server.received.map(({ to }) => to[0]))).toEqual(new Set([OLD, 'ben@example.org']))
})

test('two processes share fifty mails, each of which arrives once', async () => {
	await using server = await startMailServer()
	await using place = await createSeededLocation()
	const env = {
		SMTP_URL: server.url,
		MAIL_FROM: 'no-reply@games.example',
		PUBLIC_URL: 'https://a.example',
		LOG_LEVEL: 'info',
	}
	await using first = await startProcess(place, env)
	await using second = await startProcess(place, env)
	const sites = [first, second]
	await Promise.all(Array.from({ length: 50 }, (_, n) => registerUser(sites[n % 2] ?? first, `player_${n}`)))
	await expect.poll(() => server.received.length, { timeout: 60_000 }).toBe(50)
	for (const site of sites) expect(await site.stop()).toBe(0)
	expect(server.received).toHaveLength(50)
	expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(50)
	for (const site of sites) expect(site.output()).toContain('a mail was sent')
})
