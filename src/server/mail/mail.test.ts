import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startMailServer } from '#kit/peers/mail-server.ts'
import { createReadableLog } from '#kit/readable-log.ts'
import { readConfig } from '#server/config.ts'
import { createDelivery, deleteOldMails, getMailFolder, type OutgoingMail } from './delivery.ts'
import { renderMail } from './mail-template.ts'

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
const ID = '019aa7f0-0000-7000-8000-000000000001'
const mail: OutgoingMail = { to: ADDRESS, ...content, id: ID, createdAt: '2026-11-21T12:00:00.000Z' }

const configFor = (url: string) =>
	readConfig({ SMTP_URL: url, MAIL_FROM: 'Savepoint <no-reply@games.example>', PUBLIC_URL: 'https://games.example' })

test('the mail server gets the mail with both parts, its sender, its ID and no external content', async () => {
	await using server = await startMailServer()
	const { log, lines } = createReadableLog()
	await createDelivery(configFor(server.url))(mail, log)
	const [got] = server.received
	expect(got).toMatchObject({ from: 'no-reply@games.example', to: [ADDRESS], user: 'us er' })
	expect(got?.raw).toContain('From: Savepoint <no-reply@games.example>')
	expect(got?.raw).toContain('Subject: Choose a new password')
	expect(got?.raw).toContain('Auto-Submitted: auto-generated')
	expect(got?.raw).toContain(`Message-ID: <${ID}@games.example>`)
	expect(got?.raw).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/)
	expect(mail.html).not.toMatch(/<(img|script|link|iframe)|src=|url\(|@import/)
	expect(lines.join()).not.toMatch(/ann@|SECRET/)
})

test('what happened and what somebody wrote about it are escaped', () => {
	const item = { sentence: 'Ben <b>', excerpt: '<img src=x onerror=alert(1)>', url: 'https://games.example/?a="&b' }
	const { html } = renderMail({
		subject: 'News',
		username: 'ann',
		paragraphs: ['1 < 2'],
		items: [item],
		link: { label: '<b>Read', url: item.url },
		closing: '<b>Bye',
		closingLinks: [{ label: '<b>Stop', url: item.url }],
		origin: 'https://games.example',
	})
	expect(html).toContain('“&lt;img src=x onerror=alert(1)&gt;”')
	expect(html).toContain('1 &lt; 2')
	expect(html).not.toMatch(/<(img|b)\b/)
	expect(html.split('href="https://games.example/?a=&quot;&amp;b"')).toHaveLength(4)
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
	const deliver = createDelivery(configFor(server.url))
	for (const to of ['ann@example.org,eve@evil.example', 'x@example.org>\r\nBcc: <eve@evil.example'])
		await deliver({ ...mail, to }, createReadableLog().log).catch(() => undefined)
	expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@evil.example')
})

test('without a mail server mails become files, and the log has only the file name', async () => {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'savepoint-mail-'))
	const { log, lines } = createReadableLog()
	const queuedMs = Date.parse(mail.createdAt)
	const deliver = createDelivery(readConfig({ DATA_DIR: dataDir }))
	await deliver(mail, log)
	const folder = getMailFolder({ dataDir })
	const [name = ''] = await readdir(folder)
	const file = path.join(folder, name)
	expect(await readFile(file, 'utf8')).toContain(`To: ${ADDRESS}`)
	expect((await stat(file)).mode & 0o777).toBe(0o600)
	expect(lines.join()).toContain(file)
	expect(lines.join()).not.toMatch(/ann@|SECRET/)

	// An attempt after a kill
	await deliver(mail, log)
	expect(await readdir(folder)).toEqual([`2026-11-21T12-00-00.000Z-${ID}.eml`])
	expect(await deleteOldMails(folder, queuedMs)).toBe(queuedMs)
	expect(await deleteOldMails(folder, queuedMs + 1)).toBeUndefined()
	expect(await readdir(folder)).toEqual([])
	await rm(dataDir, { recursive: true })
	expect(await deleteOldMails(folder, 0)).toBeUndefined()
})
