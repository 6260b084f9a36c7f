import type { FastifyRequest } from 'fastify'
import { LIFETIMES } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { PROVIDER_NAMES, type Provider } from '#contract/social-login-providers.ts'
import { hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import type { NewMail } from '#server/mail/outbox.ts'
import type { Services } from '#server/services.ts'
import type { AccountMail, Notice, Recipient } from './compose-mail.ts'

/** As long as most links in mails are valid. */
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Mails the link that confirms an account's email address. Counts the mail of a new account against the mailbox limit;
 * otherwise the caller has counted it.
 */
export async function mailVerification(
	services: Services,
	db: Db,
	{ id, username, email }: Recipient,
	request: FastifyRequest,
	{ isNew }: { isNew: boolean },
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	const content = { kind: 'verify-email', to: { id, username, email }, isNew, origin } as const
	await queueMail(services, db, request, { content, userId: id })
}

/**
 * Mails a password reset link if an account has the address. The account is looked up after the response, whose time
 * therefore does not reveal whether there is one.
 */
export async function mailResetLink(services: Services, email: string, request: FastifyRequest): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	await queueMail(services, services.db, request, {
		content: { kind: 'reset-password', email, origin },
		lifetimeMs: LIFETIMES.resetLinkMs,
	})
}

/** Notifies the owner that the password was changed, and which providers were disconnected with it. */
export function mailPasswordChanged(
	services: Services,
	db: Db,
	to: Recipient,
	disconnected: readonly Provider[],
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	return notifyOwner(services, db, request, to, {
		subject: 'Your password was changed',
		paragraphs: [
			'The password of your account was just changed, and you were logged out everywhere else.',
			...disconnected.map(
				(provider) => `${PROVIDER_NAMES[provider]} was disconnected. You can connect it again in your settings.`,
			),
		],
		link: { label: 'This wasn’t me', url: origin + paths.forgotPassword() },
		closing: 'If this was you, all is well. If not, reset your password now to take your account back.',
		origin,
	})
}

/** Notifies the owner that a social sign-in provider was connected. */
export function mailProviderConnected(
	services: Services,
	db: Db,
	to: Recipient,
	provider: Provider,
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	const name = PROVIDER_NAMES[provider]
	return notifyOwner(services, db, request, to, {
		subject: `${name} was connected to your account`,
		paragraphs: [`You can now also log in with ${name}. Your password and everything else stay the same.`],
		link: { label: 'Review your login options', url: origin + paths.settings() },
		closing: `If this wasn’t you, disconnect ${name} in your settings and change your password.`,
		origin,
	})
}

/**
 * Mails the link that confirms an account's new email address. If another account has the address, notifies that account
 * of the attempt instead; that is looked up after the response.
 */
export async function mailEmailChangeLink(
	services: Services,
	db: Db,
	{ id, username, email: currentEmail }: Recipient,
	{ email, token }: { email: string; token: string },
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	const account = { id, username, email: currentEmail }
	const content = { kind: 'change-email', account, email, token, origin } as const
	await queueMail(services, db, request, { content, userId: id, link: hashToken(token) })
}

/** Notifies the current address that a change to another one was requested. */
export function mailEmailChangeRequested(
	services: Services,
	db: Db,
	to: Recipient,
	email: string,
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	return notifyOwner(services, db, request, to, {
		subject: 'Your email address is about to change',
		paragraphs: [
			`Someone who is logged in to your account, hopefully you, asked to change its email address to ${email}. The change takes effect when the link sent to that address is opened.`,
		],
		link: { label: 'This wasn’t me', url: origin + paths.forgotPassword() },
		closing: 'If this was you, all is well. If not, reset your password: it logs everyone out and cancels the change.',
		origin,
	})
}

/** Notifies the former address that the account's address was changed. */
export function mailEmailChanged(
	services: Services,
	db: Db,
	before: Recipient,
	request: FastifyRequest,
): Promise<void> {
	const { config } = services
	return notifyOwner(services, db, request, before, {
		subject: 'Your email address was changed',
		paragraphs: ['Your account now uses a different address. We won’t write to this one again.'],
		closing: `If this was you, all is well. If not, write to ${config.contactEmail} as soon as you can.`,
		origin: getSiteOrigin(config, request),
	})
}

/** Notifies the former owner that the account was deleted, with the code for looking up the deletion. */
export async function mailAccountDeleted(
	services: Services,
	db: Db,
	to: Recipient,
	code: string,
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	const notice = {
		subject: 'Your account was deleted',
		paragraphs: [
			'Your account and everything you posted, liked and followed with it were deleted. This cannot be undone.',
			`Your confirmation code is ${code}. This is the last mail you will get from us. Thank you for being here.`,
		],
		link: { label: 'Check the deletion status', url: origin + paths.dataDeletionStatus(code) },
		closing: 'That page shows only the code and the date.',
		origin,
	}
	// Of no account, because the mails of this one are deleted with it
	await queueMail(services, db, request, { content: toNotice(to, notice) })
}

/** Queues a notice that is deleted with the account. */
async function notifyOwner(
	services: Services,
	db: Db,
	request: FastifyRequest,
	to: Recipient,
	notice: Notice,
): Promise<void> {
	await queueMail(services, db, request, { content: toNotice(to, notice), userId: to.id })
}

function toNotice({ id, username, email }: Recipient, notice: Notice): AccountMail {
	return { kind: 'notice', to: { id, username, email }, notice }
}

/** Queues a mail, which is sent after the response, or by another process if this one is killed. */
async function queueMail(
	services: Services,
	db: Db,
	request: FastifyRequest,
	mail: Omit<NewMail<AccountMail>, 'lifetimeMs'> & { lifetimeMs?: number },
): Promise<void> {
	request.hasQueuedMail = true
	await services.mail.add(db, { lifetimeMs: DAY_MS, ...mail }, request.log)
}
