import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Config } from '#server/config.ts'

/** A mail with the same content as text and as HTML. */
export interface Mail {
	to: string
	subject: string
	text: string
	html: string
	/** Where one click stops mails like this one (RFC 8058); mail programs send a POST there. */
	unsubscribeUrl?: string
}

/** A mail as it is sent. Every attempt has the same ID, by which mailboxes recognize a mail that was sent twice. */
export interface OutgoingMail extends Mail {
	id: string
	/** When the mail was queued. */
	createdAt: string
}

/** Delivers a mail, or throws. */
export type DeliverMail = (mail: OutgoingMail, log: FastifyBaseLogger) => Promise<void>

const TIMEOUT_MS = 5_000

/** Creates the configured delivery: to the mail server, or into files in the data folder if there is none. */
export function createDelivery(config: Config): DeliverMail {
	return config.smtpUrl === undefined
		? createFolderDelivery(getMailFolder(config), config.mailFrom)
		: createServerDelivery(config.smtpUrl, config.mailFrom)
}

/** Returns the folder for mails of a site without a mail server. */
export function getMailFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
	return path.resolve(dataDir, 'mail')
}

// Mails must not include files or URLs.
const NO_EXTERNAL_CONTENT = { disableFileAccess: true, disableUrlAccess: true }

function createServerDelivery(url: string, from: string): DeliverMail {
	const transport = createTransport({
		url,
		connectionTimeout: TIMEOUT_MS,
		greetingTimeout: TIMEOUT_MS,
		socketTimeout: TIMEOUT_MS,
		dnsTimeout: TIMEOUT_MS,
		...NO_EXTERNAL_CONTENT,
	})
	return async (mail, log) => {
		await transport.sendMail(toMessage(mail, from))
		log.info('a mail was sent')
	}
}

function createFolderDelivery(folder: string, from: string): DeliverMail {
	const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...NO_EXTERNAL_CONTENT })
	return async (mail, log) => {
		const { message } = await transport.sendMail(toMessage(mail, from))
		await mkdir(folder, { recursive: true, mode: 0o700 })
		// A second attempt after a kill replaces the file of the first
		const file = path.join(folder, `${mail.createdAt.replaceAll(':', '-')}-${mail.id}.eml`)
		if (!Buffer.isBuffer(message)) throw new Error('The mail was not assembled into a buffer')
		await writeFile(file, message, { mode: 0o600 })
		// `deleteOldMails` compares this time, and deletions of accounts depend on when a mail was queued
		const queuedAt = new Date(mail.createdAt)
		await utimes(file, queuedAt, queuedAt)
		log.info({ file }, 'a mail was written to a file: SMTP_URL is not set')
	}
}

function toMessage({ id, to, subject, text, html, unsubscribeUrl }: OutgoingMail, from: string) {
	const domain = /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
	return {
		from,
		messageId: `<${id}@${domain}>`,
		// As an object, so that an address is not parsed as a list
		to: { name: '', address: to },
		subject,
		text,
		html,
		headers: {
			'Auto-Submitted': 'auto-generated',
			'X-Auto-Response-Suppress': 'All',
			...(unsubscribeUrl === undefined
				? {}
				: {
						'List-Unsubscribe': `<${unsubscribeUrl}>`,
						'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
					}),
		},
	}
}

/** Deletes mail files queued before the given time. Returns the time of the oldest remaining one, undefined without any. */
export async function deleteOldMails(folder: string, beforeMs: number): Promise<number | undefined> {
	const fileNames = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return []
		throw error
	})
	let oldest: number | undefined
	for (const name of fileNames.filter((name) => name.endsWith('.eml'))) {
		const file = path.join(folder, name)
		const mtimeMs = await readModifiedTime(file)
		// Another process has already deleted it
		if (mtimeMs === undefined) continue
		if (mtimeMs < beforeMs) await rm(file, { force: true })
		else oldest = Math.min(oldest ?? mtimeMs, mtimeMs)
	}
	return oldest
}

async function readModifiedTime(file: string): Promise<number | undefined> {
	try {
		return (await stat(file)).mtimeMs
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
		throw error
	}
}
