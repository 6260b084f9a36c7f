import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startMailServer } from '#kit/peers/mail-server.ts'
import { createReadableLog } from '#kit/readable-log.ts'
import { newDatabase } from '#kit/site.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { deriveKeys } from '#server/lifecycle/secret-keys.ts'
import { createDelivery, type DeliverMail, type Mail, type OutgoingMail } from './delivery.ts'
import { createOutbox } from './outbox.ts'
import { openSealed, seal } from './sealed-content.ts'

const ADDRESS = 'ann@example.org'
const LINK = 'https://games.example/reset-password?token=SECRET'
const SECOND_MS = 1000
const HOUR_MS = 60 * 60 * SECOND_MS
const mail: Mail = { to: ADDRESS, subject: 'Choose a new password', text: LINK, html: `<p>${LINK}</p>` }

let database: Database
beforeAll(async () => {
	database = await newDatabase()
})
afterEach(() => sql`delete from outgoing_mails`.execute(database.db))
afterAll(() => database?.close())

const deliverTo = (url: string) =>
	createDelivery(
		readConfig({ SMTP_URL: url, MAIL_FROM: 'no-reply@games.example', PUBLIC_URL: 'https://games.example' }),
	)

const countRows = async () => (await database.db.selectFrom('outgoing_mails').select('id').execute()).length

/** The outbox of a process over the database, with mails as their content. */
function startOutbox(deliver: DeliverMail, { secret = 'a secret', time = { now: Date.UTC(2026, 10, 21) } } = {}) {
	const { lines, log } = createReadableLog()
	const composed: Mail[] = []
	const failures: Error[] = []
	const keys = deriveKeys(secret)
	const { db } = database
	const outbox = createOutbox<Mail>({
		db,
		key: keys.mails,
		fingerprint: keys.fingerprint,
		clock: () => time.now,
		deliver,
		async compose(_db, content) {
			const failure = failures.pop()
			if (failure) throw failure
			composed.push(content)
			return { mail: content }
		},
	})
	const add = (content = mail, lifetimeMs = 24 * HOUR_MS) => outbox.add(db, { content, lifetimeMs }, log)
	const sendDue = () => outbox.waitUntilIdle(log)
	return { outbox, add, sendDue, lines, log, composed, failures, time }
}

/** A delivery that ends when the test says so. */
function createHeldDelivery() {
	const delivered: OutgoingMail[] = []
	const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
	const deliver: DeliverMail = async (sent) => {
		delivered.push(sent)
		await isOver
	}
	return { delivered, deliver, end }
}

test('a mail is retried on schedule after temporary failures and composed once', async () => {
	await using server = await startMailServer({ refusals: 2 })
	const { add, sendDue, time, lines, composed } = startOutbox(deliverTo(server.url))
	await add()
	await sendDue()
	await sendDue()
	expect(server.seen.attempts).toBe(1)
	time.now += SECOND_MS
	await sendDue()
	time.now += 10 * SECOND_MS - 1
	await sendDue()
	expect([server.seen.attempts, server.received.length]).toEqual([2, 0])
	time.now += 1
	await sendDue()
	expect([server.seen.attempts, server.received.length, composed.length]).toEqual([3, 1, 1])
	expect(lines.filter((line) => line.includes('could not be sent yet'))).toHaveLength(2)
	expect(lines.join()).not.toMatch(/ann@|SECRET/)
	expect(await countRows()).toBe(0)
})

test('an outage of the mail server of an hour and a half delays a mail, a longer one ends it', async () => {
	const gone = await startMailServer()
	await gone[Symbol.asyncDispose]()
	const { add, sendDue, time, lines } = startOutbox(deliverTo(gone.url))
	await add()
	await add({ ...mail, to: 'ben@example.org' })
	for (const waitMs of [0, 1, 10, 60, 5 * 60, 20 * 60].map((seconds) => seconds * SECOND_MS)) {
		time.now += waitMs
		await sendDue()
	}
	const { rows } = await sql<{ attempts: number; last_error: string }>`
		select attempts, last_error from outgoing_mails`.execute(database.db)
	expect(rows).toEqual(Array(2).fill({ attempts: 6, last_error: 'ESOCKET' }))
	await sql`update outgoing_mails set next_attempt_at = next_attempt_at + interval '1 second'
		where id = (select max(id::text)::uuid from outgoing_mails)`.execute(database.db)
	time.now += HOUR_MS
	await sendDue()
	expect(await countRows()).toBe(1)
	await using server = await startMailServer({ port: gone.port })
	time.now += SECOND_MS
	await sendDue()
	expect(server.received.map(({ to }) => to)).toEqual([['ben@example.org']])
	expect(lines.filter((line) => line.includes('a mail was not sent'))).toHaveLength(1)
	expect(await countRows()).toBe(0)
})

test('a clock that was set back delays no mail', async () => {
	const delivered: OutgoingMail[] = []
	const { add, sendDue, time } = startOutbox(async (sent) => {
		if (delivered.push(sent) === 1) throw new Error('out of order')
	})
	await add()
	await sendDue()
	time.now -= 48 * HOUR_MS
	await sendDue()
	expect(delivered).toHaveLength(2)
	expect(await countRows()).toBe(0)
})

test('a permanent failure is not retried, and the log has neither address nor content', async () => {
	await using server = await startMailServer({ refusals: 9, code: 554 })
	const { add, sendDue, lines } = startOutbox(deliverTo(server.url))
	await add()
	await sendDue()
	expect([server.seen.attempts, await countRows()]).toEqual([1, 0])
	expect(lines.join()).toContain('a mail was not sent')
	expect(lines.join()).not.toMatch(/ann@|SECRET|Not now/)
})

test('a mail whose composition fails is retried', async () => {
	const delivered: OutgoingMail[] = []
	const { add, sendDue, time, failures } = startOutbox(async (sent) => void delivered.push(sent))
	failures.push(new Error('The database was away'))
	await add()
	await sendDue()
	expect(delivered).toEqual([])
	time.now += SECOND_MS
	await sendDue()
	expect(delivered).toMatchObject([mail])
})

test('a mail is part of the transaction that queues it', async () => {
	const { outbox, log } = startOutbox(async () => {})
	const work = database.db.transaction().execute(async (db) => {
		await outbox.add(db, { content: mail, lifetimeMs: HOUR_MS }, log)
		throw new Error('Something else failed')
	})
	await expect(work).rejects.toThrow('Something else failed')
	expect(await countRows()).toBe(0)
})

test('a stop tries each waiting mail once and keeps the rest for the next start', async () => {
	await using server = await startMailServer({ refusals: 12 })
	const { outbox, add, sendDue, log, time } = startOutbox(deliverTo(server.url))
	for (let n = 0; n < 10; n++) await add({ ...mail, to: `p${n}@example.org` })
	await sendDue()
	expect([server.seen.attempts, server.received.length]).toEqual([10, 0])
	expect(await outbox.close(log)).toBe(2)
	expect([server.seen.attempts, server.received.length]).toEqual([20, 8])
	// Tries while stopping do not count: the mails are due when they were
	const { rows } = await sql<{ attempts: number; due: Date }>`
		select attempts, next_attempt_at as due from outgoing_mails`.execute(database.db)
	expect(rows).toEqual(Array(2).fill({ attempts: 1, due: new Date(time.now + SECOND_MS).toISOString() }))
	await add()
	await outbox.wake(log)
	expect(await countRows()).toBe(3)

	time.now += SECOND_MS
	await startOutbox(deliverTo(server.url), { time }).sendDue()
	expect(server.received).toHaveLength(11)
	expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(11)
})

test('two processes share a hundred mails, each sent once', async () => {
	await using server = await startMailServer()
	const processes = [1, 2].map(() => startOutbox(deliverTo(server.url)))
	for (let n = 0; n < 100; n++) await processes[n % 2]?.add({ ...mail, to: `p${n}@example.org` })
	await Promise.all(processes.map(({ sendDue }) => sendDue()))
	expect(server.received).toHaveLength(100)
	expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(100)
	for (const { composed } of processes) expect(composed.length).toBeGreaterThan(10)
	expect(await countRows()).toBe(0)
})

test("a killed process's mail is sent by another once its lease has ended, with the same ID", async () => {
	const held = createHeldDelivery()
	const killed = startOutbox(held.deliver)
	await killed.add()
	await killed.outbox.wake(killed.log)
	await expect.poll(() => held.delivered.length).toBe(1)
	const delivered: OutgoingMail[] = []
	const other = startOutbox(async (sent) => void delivered.push(sent), { time: killed.time })
	killed.time.now += 29 * SECOND_MS
	await other.sendDue()
	expect(delivered).toEqual([])
	killed.time.now += SECOND_MS
	await other.sendDue()
	expect(delivered).toEqual(held.delivered)
	expect(other.composed).toEqual([])
	held.end()
	await killed.outbox.close(killed.log)
})

test('a mail that kills its process again and again is given up', async () => {
	const { add, sendDue, lines } = startOutbox(() => Promise.reject(new Error('It was sent after all')))
	await add()
	await sql`update outgoing_mails set attempts = 7`.execute(database.db)
	await sendDue()
	expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ reason: 'interrupted', msg: 'a mail was not sent' }])
	expect(await countRows()).toBe(0)
})

test('an expired mail is not sent', async () => {
	const { add, sendDue, time, lines } = startOutbox(() => Promise.reject(new Error('It was sent after all')))
	await add(mail, HOUR_MS)
	time.now += HOUR_MS
	await sendDue()
	expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ reason: 'expired', msg: 'a mail was not sent' }])
	expect(await countRows()).toBe(0)
})

test('neither a queued nor a composed mail shows its address or link in the database', async () => {
	await using server = await startMailServer({ refusals: 1 })
	const { add, sendDue } = startOutbox(deliverTo(server.url))
	const readSealed = async () => {
		const row = await database.db.selectFrom('outgoing_mails').selectAll().executeTakeFirstOrThrow()
		expect(`${JSON.stringify(row)} ${row.sealed.toString('latin1')}`).not.toMatch(/ann|example|SECRET|token|password/i)
		return row
	}
	await add()
	const queued = await readSealed()
	await sendDue()
	const composed = await readSealed()
	expect(composed.sealed.equals(queued.sealed)).toBe(false)
	const { mails } = deriveKeys('a secret')
	expect(openSealed(mails, queued.id, queued.sealed)).toEqual({ content: mail })
	expect(openSealed(mails, composed.id, composed.sealed)).toEqual({ mail })
})

test('a sealed mail opens only with its key, in its row and unaltered', () => {
	const [{ mails: key }, { mails: otherKey }] = [deriveKeys('a secret'), deriveKeys('another')]
	const sealed = seal(key, 'one', { mail })
	expect(openSealed(key, 'one', sealed)).toEqual({ mail })
	expect(seal(key, 'one', { mail }).equals(sealed)).toBe(false)
	expect(openSealed(otherKey, 'one', sealed)).toBeUndefined()
	expect(openSealed(key, 'two', sealed)).toBeUndefined()
	for (const index of [0, 12, sealed.length - 1]) {
		const altered = Buffer.from(sealed)
		altered[index] = (altered[index] ?? 0) ^ 1
		expect(openSealed(key, 'one', altered)).toBeUndefined()
	}
	expect(openSealed(key, 'one', Buffer.alloc(0))).toBeUndefined()
})

test('after a change of SECRET_KEY waiting mails are dropped with one line in the log', async () => {
	const before = startOutbox(async () => {})
	for (let n = 0; n < 3; n++) await before.add()
	const delivered: OutgoingMail[] = []
	const after = startOutbox(async (sent) => void delivered.push(sent), { secret: 'another secret' })
	await after.add()
	await after.outbox.recover(after.log)
	await after.sendDue()
	expect(delivered).toHaveLength(1)
	expect(after.lines.map((line) => JSON.parse(line))).toMatchObject([
		{ mails: 3, msg: 'mails were not sent: SECRET_KEY has changed' },
	])
	expect(await countRows()).toBe(0)
})

test('a row that was altered in the database is dropped', async () => {
	const { add, sendDue, lines } = startOutbox(() => Promise.reject(new Error('It was sent after all')))
	await add()
	await sql`update outgoing_mails set sealed = set_byte(sealed, 20, (get_byte(sealed, 20) + 1) % 256)`.execute(
		database.db,
	)
	await sendDue()
	expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ reason: 'unreadable', msg: 'a mail was not sent' }])
	expect(await countRows()).toBe(0)
})

test('past 10,000 waiting mails another one is dropped and logged', async () => {
	const { add, lines } = startOutbox(async () => {})
	await add()
	await sql`insert into outgoing_mails (id, sealed, sealed_by, created_at, expires_at, next_attempt_at)
		select gen_random_uuid(), sealed, sealed_by, created_at, expires_at, next_attempt_at
		from outgoing_mails, generate_series(1, 9998)`.execute(database.db)
	await add()
	expect(lines).toEqual([])
	await add()
	expect(await countRows()).toBe(10_000)
	expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'a mail was not sent: the queue is full' }])
})
