import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { isolate } from '#contract/isolate.ts'
import { LIFETIMES, VERIFY_LINK_HOURS } from '#contract/limits.ts'
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
			'API tokens still work. If you have any that you don’t know, end them in your settings.',
			...disconnected.map(
				(provider) => `${PROVIDER_NAMES[provider]} was disconnected. You can connect it again in your settings.`,
			),
		],
		link: { label: 'This wasn’t me', url: origin + paths.forgotPassword() },
		closing: 'If this was you, all is well. If not, reset your password now to take your account back.',
		origin,
	})
}

/** Notifies the owner that a social login provider was connected. */
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

/** Notifies the owner that a second factor was added or removed, in the words of the list of them: `The passkey “Laptop”`. */
export function mailFactorChanged(
	services: Services,
	db: Db,
	to: Recipient,
	{ factor, isAdded, isLast = false }: { factor: string; isAdded: boolean; isLast?: boolean },
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	return notifyOwner(services, db, request, to, {
		subject: isAdded ? 'A login option was added to your account' : 'A login option was removed from your account',
		paragraphs: [
			`${factor} was just ${isAdded ? 'added to' : 'removed from'} your account.`,
			isLast
				? 'It was your last one: your account no longer asks for a second step when someone logs in.'
				: 'Your password alone does not log anyone in.',
		],
		link: { label: 'Review your login options', url: origin + paths.settings() },
		closing: 'If this wasn’t you, reset your password now, and check your login options in your settings.',
		origin,
	})
}

/** Notifies the owner that a token for programs was created. */
export function mailTokenCreated(
	services: Services,
	db: Db,
	to: Recipient,
	name: string,
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	return notifyOwner(services, db, request, to, {
		subject: 'An API token was created for your account',
		paragraphs: [`A program that has the token “${isolate(name)}” can now use your account.`],
		link: { label: 'Review your tokens', url: origin + paths.settings() },
		closing: 'If this wasn’t you, end the token in your settings and change your password.',
		origin,
	})
}

/** Notifies the owner that somebody logged in with a recovery code, and how many are left. */
export function mailRecoveryCodeUsed(
	services: Services,
	db: Db,
	to: Recipient,
	{ left, use }: { left: number; use: 'login' | 'proof' },
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	return notifyOwner(services, db, request, to, {
		subject: 'A recovery code was used',
		paragraphs: [
			use === 'login'
				? 'Someone, hopefully you, just logged in to your account with a recovery code.'
				: 'Someone, hopefully you, just confirmed their identity with a recovery code.',
			`That code no longer works. You have ${left} left, and can make new ones in your settings.`,
		],
		link: { label: 'Review your login options', url: origin + paths.settings() },
		closing: 'If this wasn’t you, reset your password now, and make new recovery codes in your settings.',
		origin,
	})
}

/** Notifies the owner that the recovery codes were replaced. */
export function mailRecoveryCodesRenewed(
	services: Services,
	db: Db,
	to: Recipient,
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	return notifyOwner(services, db, request, to, {
		subject: 'You have new recovery codes',
		paragraphs: ['New recovery codes were just made for your account. The old ones no longer work.'],
		link: { label: 'Review your login options', url: origin + paths.settings() },
		closing: 'If this wasn’t you, reset your password now, and make new recovery codes in your settings.',
		origin,
	})
}

/**
 * Notifies the owner that the site's operator removed every second factor. There is no request, so the address is that of
 * the configuration, if there is one.
 */
export async function mailFactorsReset(
	{ mail, config }: Pick<Services, 'mail' | 'config'>,
	db: Db,
	to: Recipient,
	log: FastifyBaseLogger,
): Promise<void> {
	const { publicUrl: origin = 'http://localhost', contactEmail } = config
	const content = toNotice(to, {
		subject: 'Your two-step login was turned off',
		paragraphs: [
			'The operator of the site removed the passkeys, the authenticator app and the recovery codes of your account, and logged it out everywhere.',
			'You can log in with your password or a connected account, and set up two-step login again in your settings.',
		],
		closing: `If you did not ask for this, write to ${contactEmail} as soon as you can.`,
		origin,
	})
	await mail.add(db, { lifetimeMs: DAY_MS, content, userId: to.id }, log)
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

/** Notifies the former owner that the operator deleted the account. There is no request, as above. */
export async function mailDeletedByOperator(
	{ mail, config }: Pick<Services, 'mail' | 'config'>,
	db: Db,
	to: Recipient,
	code: string,
	log: FastifyBaseLogger,
): Promise<void> {
	const { publicUrl: origin = 'http://localhost', contactEmail } = config
	const content = toNotice(to, {
		subject: 'Your account was deleted',
		paragraphs: [
			'The operator of the site deleted your account and everything you posted, liked and followed with it.',
			`Your confirmation code is ${code}. This is the last mail you will get from us.`,
		],
		link: { label: 'Check the deletion status', url: origin + paths.dataDeletionStatus(code) },
		closing: `If you think this is wrong, write to ${contactEmail}.`,
		origin,
	})
	await mail.add(db, { lifetimeMs: DAY_MS, content }, log)
}

/** Mails the link that confirms the address of a request for an account. */
export async function mailRegistrationLink(
	services: Services,
	db: Db,
	to: Recipient,
	{ token, siteName }: { token: string; siteName: string },
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	const notice = {
		subject: 'Confirm your email address',
		paragraphs: [
			`Thank you for your interest in ${siteName}. Please confirm that this address is yours. A moderator then decides on your request for an account. The link works for ${VERIFY_LINK_HOURS} hours.`,
		],
		link: { label: 'Confirm this address', url: origin + paths.confirmRegistration(token) },
		closing:
			'If you did not request an account, you can ignore this mail: someone entered your address instead of their own. Their request will be deleted within a day.',
		origin,
	}
	await queueMail(services, db, request, { content: { kind: 'confirm-registration', to, notice } })
}

/** Mails the link that confirms the address of a visitor's report. It has nothing of what they wrote, who may not own the mailbox. */
export async function mailReportLink(
	services: Services,
	db: Db,
	{ id, email }: { id: string; email: string },
	token: string,
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	const notice = {
		subject: 'Confirm your report',
		paragraphs: [
			`Thank you for your report. Please confirm that this address is yours. A moderator will then look at your report, and we’ll email you the decision. The link works for ${VERIFY_LINK_HOURS} hours.`,
		],
		link: { label: 'Confirm this address', url: origin + paths.confirmReport(token) },
		closing:
			'If you did not report anything, you can ignore this mail: someone entered your address instead of their own. Their report will be deleted within a day.',
		origin,
	}
	const content = { kind: 'confirm-report', to: { id, username: 'reader', email }, notice } as const
	await queueMail(services, db, request, { content })
}

/** Tells a person that a moderator has approved their account. `name` is the site's. */
export function mailRegistrationApproved(
	services: Services,
	db: Db,
	to: Recipient,
	name: string,
	request: FastifyRequest,
): Promise<void> {
	const origin = getSiteOrigin(services.config, request)
	return notifyOwner(services, db, request, to, {
		subject: `Welcome to ${name}`,
		paragraphs: [`Your account at ${name} was approved. You can log in now.`],
		link: { label: 'Log in', url: origin + paths.login() },
		closing: 'If you did not request an account, you can ignore this mail.',
		origin,
	})
}

/** Tells a person that a moderator has not approved their account. The address is in nothing but this mail by then. */
export async function mailRegistrationRefused(
	services: Services,
	db: Db,
	to: Recipient,
	name: string,
	request: FastifyRequest,
): Promise<void> {
	const notice = {
		subject: `Your request for an account at ${name}`,
		paragraphs: [
			`Thank you for your interest in ${name}. The moderators did not approve your request for an account.`,
			'Everything you sent with it has been deleted.',
		],
		closing: 'If you did not request an account, you can ignore this mail.',
		origin: getSiteOrigin(services.config, request),
	}
	// Of no account, because there is none
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
