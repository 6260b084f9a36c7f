import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { startMailServer } from '#kit/peers/mail-server.ts'
import { readConfig } from '#server/config.ts'
import { createDelivery, deleteOldMails, getMailFolder, type Mail } from './delivery.ts'
import { renderMail } from './mail-template.ts'
import { createMailQueue } from './queue.ts'

const ADDRESS = 'ann@example.org'
const SECRET = 'https://games.example/reset-password?token=SECRET'

const content = renderMail({
	subject: 'Choose a new password',
	username: 'Ann',
	paragraphs: ['Somebody asked for it.'],
	link: { label: 'Choose', url: SECRET },
	closing: 'All is well.',
	origin: 'https://games.example',
})
const mail: Mail = { to: ADDRESS, ...content }

/** Creates a log that collects its lines. */
function createReadableLog() {
	const lines: string[] = []
	const stream = { write: (line: string) => void lines.push(line) }
	return { lines, log: fastify({ logger: { level: 'debug', stream } }).log }
}

const configFor = (url: string) =>
	readConfig({ SMTP_URL: url, MAIL_FROM: 'Savepoint <no-reply@games.example>', PUBLIC_URL: 'https://games.example' })

test('the mail server gets the mail with both parts, its sender and no external content', async () => {
	await using server = await startMailServer()
	const { log, lines } = createReadableLog()
	const queue = createMailQueue(createDelivery(configFor(server.url), Date.now))
	queue.send(async () => mail, log)
	await queue.waitUntilIdle()
	const [got] = server.received
	expect(got).toMatchObject({ from: 'no-reply@games.example', to: [ADDRESS], user: 'us er' })
	expect(got?.raw).toContain('From: Savepoint <no-reply@games.example>')
	expect(got?.raw).toContain('Subject: Choose a new password')
	expect(got?.raw).toContain('Auto-Submitted: auto-generated')
	expect(got?.raw).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/)
	expect(mail.html).not.toMatch(/<(img|script|link|iframe)|src=|url\(|@import/)
	expect(lines.join()).not.toMatch(/ann@|SECRET/)
})

test('usernames are escaped, and an address is never parsed as several', async () => {
	const { html, text } = renderMail({
		subject: 'A "subject"',
		username: '<img src=x onerror=alert(1)> & "co"',
		paragraphs: [],
		closing: '',
		origin: 'https://games.example',
	})
	expect(html).toContain('Hello &lt;img src=x onerror=alert(1)&gt; &amp; &quot;co&quot;,')
	expect(html).not.toContain('<img')
	expect(text).toContain('Hello <img src=x')
	await using server = await startMailServer()
	const queue = createMailQueue(createDelivery(configFor(server.url), Date.now), [])
	queue.send(async () => ({ ...mail, to: 'ann@example.org,eve@evil.example' }), createReadableLog().log)
	queue.send(async () => ({ ...mail, to: 'x@example.org>\r\nBcc: <eve@evil.example' }), createReadableLog().log)
	await queue.waitUntilIdle()
	expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@evil.example')
})

test('a mail is retried after temporary failures and composed once', async () => {
	await using server = await startMailServer({ refusals: 2 })
	const { log, lines } = createReadableLog()
	const queue = createMailQueue(createDelivery(configFor(server.url), Date.now), [10, 10, 10])
	let written = 0
	queue.send(async () => {
		written++
		return mail
	}, log)
	await queue.waitUntilIdle()
	expect([server.seen.attempts, server.received.length, written]).toEqual([3, 1, 1])
	expect(lines.filter((line) => line.includes('could not be sent yet'))).toHaveLength(2)
	expect(lines.join()).not.toMatch(/ann@|SECRET/)
})

test('a mail is retried until an unreachable server is back', async () => {
	const gone = await startMailServer()
	await gone[Symbol.asyncDispose]()
	const { log, lines } = createReadableLog()
	const queue = createMailQueue(createDelivery(configFor(gone.url), Date.now), [300, 300, 300])
	queue.send(async () => mail, log)
	await expect.poll(() => lines.length).toBe(1)
	await using server = await startMailServer({ port: gone.port })
	await queue.waitUntilIdle()
	expect(server.received).toHaveLength(1)
})

test('a permanent failure is not retried, and the log has neither address nor content', async () => {
	await using server = await startMailServer({ refusals: 9, code: 554 })
	const { log, lines } = createReadableLog()
	const queue = createMailQueue(createDelivery(configFor(server.url), Date.now), [10, 10, 10])
	queue.send(async () => mail, log)
	await queue.waitUntilIdle()
	expect(server.seen.attempts).toBe(1)
	expect(lines.join()).toContain('a mail was not sent')
	expect(lines.join()).not.toMatch(/ann@|SECRET|Not now/)
})

test('a mail whose composition fails is retried', async () => {
	await using server = await startMailServer()
	const queue = createMailQueue(createDelivery(configFor(server.url), Date.now), [10])
	let tries = 0
	queue.send(async () => {
		if (++tries === 1) throw new Error('The database was away')
		return mail
	}, createReadableLog().log)
	await queue.waitUntilIdle()
	expect([tries, server.received.length]).toEqual([2, 1])
})

test('closing retries waiting mails and rejects new ones', async () => {
	await using server = await startMailServer({ refusals: 1 })
	const { log, lines } = createReadableLog()
	const queue = createMailQueue(createDelivery(configFor(server.url), Date.now), [60_000])
	queue.send(async () => mail, log)
	await expect.poll(() => lines.length).toBe(1)
	expect(await queue.close()).toBe(0)
	expect(server.received).toHaveLength(1)
	queue.send(async () => mail, log)
	await queue.waitUntilIdle()
	expect(server.received).toHaveLength(1)
})

test('a hundred simultaneous mails all arrive', async () => {
	await using server = await startMailServer()
	const queue = createMailQueue(createDelivery(configFor(server.url), Date.now))
	for (let n = 0; n < 100; n++) queue.send(async () => ({ ...mail, to: `p${n}@example.org` }), createReadableLog().log)
	await queue.waitUntilIdle()
	expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(100)
})

test('without a mail server mails become files, and the log has only the file name', async () => {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'savepoint-mail-'))
	const { log, lines } = createReadableLog()
	const nowMs = Date.UTC(2026, 10, 21, 12)
	const queue = createMailQueue(createDelivery(readConfig({ DATA_DIR: dataDir }), () => nowMs))
	queue.send(async () => mail, log)
	await queue.waitUntilIdle()
	const folder = getMailFolder({ dataDir })
	const [name = ''] = await readdir(folder)
	const file = path.join(folder, name)
	expect(await readFile(file, 'utf8')).toContain(`To: ${ADDRESS}`)
	expect(lines.join()).toContain(file)
	expect(lines.join()).not.toMatch(/ann@|SECRET/)

	expect(name).toMatch(/^2026-11-21T12-00-00\.000Z-[0-9a-f]{6}\.eml$/)
	expect(await deleteOldMails(folder, nowMs)).toBe(nowMs)
	expect(await deleteOldMails(folder, nowMs + 1)).toBeUndefined()
	expect(await readdir(folder)).toEqual([])
	await rm(dataDir, { recursive: true })
	expect(await deleteOldMails(folder, 0)).toBeUndefined()
})
