import { expect, test } from 'vitest'
import { changeEmail, forgotPassword, verifyEmail } from '#contract/account.ts'
import { register } from '#contract/sessions.ts'
import { startMailServer } from '#kit/peers/mail-server.ts'
import { PASSWORD } from '#kit/site.ts'
import { createSeededLocation, createTransport, startProcess } from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const OLD = 'ann@example.org'
const NEW = 'ann.new@example.net'

test('a real mail server receives every address mail, in two parts and without remote content', {
	timeout: 60_000,
}, async () => {
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
	await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(3)
	const raw =
		server.received
			.find(({ to }) => to[0] === NEW)
			?.raw.replaceAll(/=\r?\n/g, '')
			.replaceAll('=3D', '=') ?? ''
	const token = /https:\/\/games\.example\/verify-email\?token=([\w-]+)/.exec(raw)?.[1] ?? ''
	await call(createTransport(site), verifyEmail, { body: { token } })
	await expect.poll(() => server.received.length, { timeout: 10_000 }).toBe(4)
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

test('a mailbox gets five links an hour, even under concurrent requests to several processes', {
	timeout: 300_000,
}, async () => {
	await using server = await startMailServer()
	await using place = await createSeededLocation()
	const env = {
		SMTP_URL: server.url,
		MAIL_FROM: 'no-reply@games.example',
		PUBLIC_URL: 'https://games.example',
		RATE_LIMIT_FACTOR: '1',
	}
	await using first = await startProcess(place, env)
	// The embedded database is one process's own
	await using second = process.env.TEST_DATABASE_URL ? await startProcess(place, env) : null
	await call(createTransport(first), register, { body: { username: 'Ann', email: OLD, password: PASSWORD } })
	const sites = second ? [first, second] : [first]
	const asked = Array.from({ length: 9 }, (_, n) =>
		call(createTransport(sites[n % sites.length] ?? first), forgotPassword, { body: { email: OLD } }),
	)
	await Promise.all(asked)
	// A process that stops sends what waits
	await Promise.all(sites.map((site) => site.stop()))
	const links = server.received.filter(({ raw }) => raw.includes('Subject: Choose a new password'))
	expect(links).toHaveLength(5)
})
