import type { FastifyRequest } from 'fastify'
import { VERIFY_LINK_HOURS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { PROVIDER_NAMES, type Provider } from '#contract/social-login-providers.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { findAccountByEmail } from '#server/features/sessions/queries-accounts.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import type { Mail } from '#server/mail/delivery.ts'
import { type MailContent, renderMail } from '#server/mail/mail-template.ts'
import type { Services } from '#server/services.ts'
import { createLink } from './email-links.ts'
import { countMail } from './mailbox-limits.ts'
import { toSalutation } from './placeholder-names.ts'

/** The account that a mail is addressed to. */
export interface Recipient {
	id: string
	username: string
	email: string
}

const NOT_ME = "If this wasn't you, you can ignore this mail. Nothing changes unless the link is used."

/**
 * Mails the link that confirms an account's email address. Counts the mail of a new account against the mailbox limit;
 * otherwise the caller has counted it.
 */
export function mailVerification(
	services: Services,
	to: Recipient,
	request: FastifyRequest,
	{ isNew }: { isNew: boolean },
): void {
	const origin = getSiteOrigin(services.config, request)
	services.mail.send(async () => {
		const link = { userId: to.id, emailKey: toEmailKey(to.email), purpose: 'verify-email' } as const
		const limit = { kind: 'verify-email', mailbox: link.emailKey } as const
		if (isNew && !(await countMail(services, services.db, limit))) return undefined
		const token = await createLink(services.db, link, services.clock())
		return mail(to, {
			subject: 'Confirm your email address',
			paragraphs: [
				...(isNew ? ['Welcome to Savepoint. Your account is ready to use.'] : []),
				`Please confirm that this address is yours, so that we can help you get back in if you forget your password. The link works for ${VERIFY_LINK_HOURS} hours.`,
			],
			link: { label: 'Confirm this address', url: origin + paths.verifyEmail(token) },
			closing:
				"If you did not sign up, do not open the link: someone entered your address instead of their own. You don't need to do anything else.",
			origin,
		})
	}, request.log)
}

/**
 * Mails a password reset link if an account has the address. All work happens after the response, whose time therefore
 * does not reveal whether one does.
 */
export function mailResetLink(services: Services, email: string, request: FastifyRequest): void {
	const { db, config, clock } = services
	const origin = getSiteOrigin(config, request)
	services.mail.send(async () => {
		const to = await findAccountByEmail(db, toEmailKey(email))
		if (!to) return undefined
		const link = { userId: to.id, emailKey: toEmailKey(to.email), purpose: 'reset-password' } as const
		if (!(await countMail(services, db, { kind: 'reset-password', mailbox: link.emailKey }))) return undefined
		const token = await createLink(db, link, clock())
		return mail(to, {
			subject: 'Choose a new password',
			paragraphs: [
				'Someone, hopefully you, asked to reset the password of your account. Use the link to choose a new one. It works once, for one hour.',
			],
			link: { label: 'Choose a new password', url: origin + paths.resetPassword(token) },
			closing: NOT_ME,
			origin,
		})
	}, request.log)
}

/** Notifies the owner that the password was changed, and which providers were disconnected with it. */
export function mailPasswordChanged(
	services: Services,
	to: Recipient,
	disconnected: readonly Provider[],
	request: FastifyRequest,
): void {
	const origin = getSiteOrigin(services.config, request)
	notify(services, to, request, {
		subject: 'Your password was changed',
		paragraphs: [
			'The password of your account was just changed, and you were logged out everywhere else.',
			...disconnected.map(
				(provider) => `${PROVIDER_NAMES[provider]} was disconnected. You can connect it again in your settings.`,
			),
		],
		link: { label: "This wasn't me", url: origin + paths.forgotPassword() },
		closing: 'If this was you, no action is needed. If not, reset your password to recover your account.',
		origin,
	})
}

/** Notifies the owner that a social sign-in provider was connected. */
export function mailProviderConnected(
	services: Services,
	to: Recipient,
	provider: Provider,
	request: FastifyRequest,
): void {
	const origin = getSiteOrigin(services.config, request)
	const name = PROVIDER_NAMES[provider]
	notify(services, to, request, {
		subject: `${name} was connected to your account`,
		paragraphs: [`You can now also log in with ${name}. Your password and everything else stay the same.`],
		link: { label: 'Review your login options', url: origin + paths.settings() },
		closing: `If this wasn't you, disconnect ${name} in your settings and change your password.`,
		origin,
	})
}

/**
 * Mails the link that confirms an account's new email address. If another account has the address, notifies that account
 * of the attempt instead.
 */
export function mailEmailChangeLink(
	services: Services,
	account: Recipient,
	{ email, token }: { email: string; token: string },
	request: FastifyRequest,
): void {
	const { db, config } = services
	const origin = getSiteOrigin(config, request)
	const key = toEmailKey(email)
	services.mail.send(async () => {
		if (!(await countMail(services, db, { kind: 'change-email', mailbox: key }))) return undefined
		const owner = await findAccountByEmail(db, key)
		if (owner && owner.id !== account.id)
			return mail(owner, {
				subject: 'Someone tried to use your email address',
				paragraphs: [
					'Someone tried to use this email address for another account. It already belongs to yours, and an address can belong to only one account, so nothing was changed.',
				],
				link: { label: 'Log in to your account', url: origin + paths.login() },
				closing: 'If this was you, log in to this account. If not, you can ignore this mail.',
				origin,
			})
		return mail(
			{ ...account, email },
			{
				subject: 'Confirm your new email address',
				paragraphs: [
					`Please confirm that you want to use this address for your account, ${account.username}. Until then nothing changes. The link works once, for ${VERIFY_LINK_HOURS} hours.`,
				],
				link: { label: 'Use this address', url: origin + paths.verifyEmail(token) },
				// Confirming would attach this mailbox to someone else's account, a trap for an owner who signs in another way later
				closing:
					"If this account is not yours, do not open the link: someone entered your address instead of their own. You don't need to do anything else.",
				origin,
			},
		)
	}, request.log)
}

/** Notifies the current address that a change to another one was requested. */
export function mailEmailChangeRequested(
	services: Services,
	to: Recipient,
	email: string,
	request: FastifyRequest,
): void {
	const origin = getSiteOrigin(services.config, request)
	notify(services, to, request, {
		subject: 'Your email address is about to change',
		paragraphs: [
			`Someone who is logged in to your account, hopefully you, asked to change its email address to ${email}. The change takes effect when the link sent to that address is opened.`,
		],
		link: { label: "This wasn't me", url: origin + paths.forgotPassword() },
		closing:
			'If this was you, no action is needed. If not, reset your password: that logs everyone out and cancels the change.',
		origin,
	})
}

/** Notifies the former address that the account's address was changed. */
export function mailEmailChanged(services: Services, before: Recipient, request: FastifyRequest): void {
	const { config } = services
	notify(services, before, request, {
		subject: 'Your email address was changed',
		paragraphs: ['The email address of your account was changed. This address will get no more mail for it.'],
		closing: `If this was you, no action is needed. If not, write to ${config.contactEmail} as soon as you can.`,
		origin: getSiteOrigin(config, request),
	})
}

/** Notifies the former owner that the account was deleted, with the code for looking up the deletion. */
export function mailAccountDeleted(services: Services, to: Recipient, code: string, request: FastifyRequest): void {
	const origin = getSiteOrigin(services.config, request)
	notify(services, to, request, {
		subject: 'Your account was deleted',
		paragraphs: [
			'Your account and everything you posted, liked and followed with it were deleted. This cannot be undone.',
			`Your confirmation code is ${code}. This is the last mail you will get from us. Thank you for being part of Savepoint.`,
		],
		link: { label: 'Check the deletion status', url: origin + paths.dataDeletionStatus(code) },
		closing: 'The page shows the code and the date, and nothing about you.',
		origin,
	})
}

function notify(
	services: Services,
	to: Recipient,
	request: FastifyRequest,
	letter: Omit<MailContent, 'username'>,
): void {
	const limit = { kind: 'notice', mailbox: toEmailKey(to.email) } as const
	services.mail.send(
		async () => ((await countMail(services, services.db, limit)) ? mail(to, letter) : undefined),
		request.log,
	)
}

function mail(to: Recipient, letter: Omit<MailContent, 'username'>): Mail {
	return { to: to.email, ...renderMail({ ...letter, username: toSalutation(to.username) }) }
}
