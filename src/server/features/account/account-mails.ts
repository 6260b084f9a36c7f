import type { FastifyRequest } from 'fastify'
import { paths } from '#contract/paths.ts'
import { PROVIDER_NAMES, type Provider } from '#contract/social-login-providers.ts'
import { emailKey } from '#server/features/sessions/email-key.ts'
import { findByEmail } from '#server/features/sessions/queries-accounts.ts'
import { originOf } from '#server/http/origin.ts'
import type { Mail } from '#server/mail/deliver.ts'
import { type Letter, letterParts } from '#server/mail/letter.ts'
import type { Services } from '#server/services.ts'
import { addLink } from './email-links.ts'
import { countMail } from './mailbox-limits.ts'
import { calledName } from './placeholder-names.ts'

/** Whom a mail is for. */
export interface Addressee {
	id: string
	username: string
	email: string
}

const NOT_ME = 'If this was not you, you need not do anything: without the link nothing changes.'

/** Mails the link that confirms the address of an account. Of a new one it is counted here, later the caller counts it. */
export function mailVerification(
	services: Services,
	to: Addressee,
	request: FastifyRequest,
	{ isNew }: { isNew: boolean },
): void {
	const origin = originOf(services.config, request)
	services.mail.send(async () => {
		const link = { userId: to.id, emailKey: emailKey(to.email), purpose: 'verify-email' } as const
		const limit = { kind: 'verify-email', mailbox: link.emailKey } as const
		if (isNew && !(await countMail(services, services.db, limit))) return undefined
		const token = await addLink(services.db, link, services.clock())
		return mail(to, {
			subject: 'Confirm your e-mail address',
			paragraphs: [
				...(isNew ? ['Welcome to Savepoint! Your account is ready, and you can use it already.'] : []),
				'Please confirm that this address is yours, so that we can help you back in if you ever forget your password. The link works for 24 hours.',
			],
			link: { label: 'Confirm this address', url: origin + paths.verifyEmail(token) },
			closing:
				'If you did not sign up, do not open the link: somebody typed your address in place of theirs. You need not do anything else.',
			origin,
		})
	}, request.log)
}

/**
 * Mails the link to a new password if an account has the address. All of it happens after the answer, which cannot tell
 * by its time whether one has.
 */
export function mailResetLink(services: Services, email: string, request: FastifyRequest): void {
	const { db, config, clock } = services
	const origin = originOf(config, request)
	services.mail.send(async () => {
		const to = await findByEmail(db, emailKey(email))
		if (!to) return undefined
		const link = { userId: to.id, emailKey: emailKey(to.email), purpose: 'reset-password' } as const
		if (!(await countMail(services, db, { kind: 'reset-password', mailbox: link.emailKey }))) return undefined
		const token = await addLink(db, link, clock())
		return mail(to, {
			subject: 'Choose a new password',
			paragraphs: [
				'Somebody, hopefully you, asked for a new password for your account. The link leads to where you choose one. It works once, for one hour.',
			],
			link: { label: 'Choose a new password', url: origin + paths.resetPassword(token) },
			closing: NOT_ME,
			origin,
		})
	}, request.log)
}

/** Tells the owner that the password is another one now, and which providers were disconnected with it. */
export function mailPasswordChanged(
	services: Services,
	to: Addressee,
	disconnected: readonly Provider[],
	request: FastifyRequest,
): void {
	const origin = originOf(services.config, request)
	notify(services, to, request, {
		subject: 'Your password was changed',
		paragraphs: [
			'The password of your account was changed just now, and everywhere else you were logged out.',
			...disconnected.map(
				(provider) => `${PROVIDER_NAMES[provider]} was disconnected. You can connect it again in your settings.`,
			),
		],
		link: { label: 'This was not me', url: origin + paths.forgotPassword() },
		closing: 'If it was you, all is well. If not, take your account back: have a link to a new password sent to you.',
		origin,
	})
}

/** Tells the owner that a provider of social sign-in was connected. */
export function mailConnected(services: Services, to: Addressee, provider: Provider, request: FastifyRequest): void {
	const origin = originOf(services.config, request)
	const name = PROVIDER_NAMES[provider]
	notify(services, to, request, {
		subject: `${name} was connected to your account`,
		paragraphs: [
			`From now on you can log in with ${name} as well. Your password and everything else stay as they are.`,
		],
		link: { label: 'See how you can log in', url: origin + paths.settings() },
		closing: `If this was not you, disconnect ${name} in your settings and choose a new password.`,
		origin,
	})
}

/**
 * Mails the link that makes a new address the account's; where another account has the address, that one is told
 * instead that somebody named it.
 */
export function mailNewAddress(
	services: Services,
	account: Addressee,
	{ email, token }: { email: string; token: string },
	request: FastifyRequest,
): void {
	const { db, config } = services
	const origin = originOf(config, request)
	const key = emailKey(email)
	services.mail.send(async () => {
		if (!(await countMail(services, db, { kind: 'change-email', mailbox: key }))) return undefined
		const owner = await findByEmail(db, key)
		if (owner && owner.id !== account.id)
			return mail(owner, {
				subject: 'Your address was named for another account',
				paragraphs: [
					'Somebody wanted to use this address for another account. It is the address of yours, and one address is for one account: nothing was changed.',
				],
				link: { label: 'Log in to your account', url: origin + paths.login() },
				closing: 'If it was you, log in with this account. If not, you need not do anything.',
				origin,
			})
		return mail(
			{ ...account, email },
			{
				subject: 'Confirm your new e-mail address',
				paragraphs: [
					`Please confirm that this address is to be the one of your account, ${account.username}. Until then everything stays as it is. The link works once, for 24 hours.`,
				],
				link: { label: 'Use this address', url: origin + paths.verifyEmail(token) },
				// An account with the address of somebody else's mailbox would be a trap for who signs in by another way later
				closing:
					'If this account is not yours, do not open the link: somebody typed your address in place of theirs. You need not do anything else.',
				origin,
			},
		)
	}, request.log)
}

/** Tells the present address that another one is to take its place. */
export function mailAddressAsked(services: Services, to: Addressee, email: string, request: FastifyRequest): void {
	const origin = originOf(services.config, request)
	notify(services, to, request, {
		subject: 'Your e-mail address is to be changed',
		paragraphs: [
			`Somebody who is logged in to your account, hopefully you, wants its address to be ${email}. It will be once the link is opened that was sent there.`,
		],
		link: { label: 'This was not me', url: origin + paths.forgotPassword() },
		closing:
			'If it was you, all is well. If not, have a link to a new password sent to you: with it everyone is logged out, and the other address gets nothing.',
		origin,
	})
}

/** Tells the former address that the account has another one now. */
export function mailAddressChanged(services: Services, before: Addressee, request: FastifyRequest): void {
	const { config } = services
	notify(services, before, request, {
		subject: 'Your e-mail address was changed',
		paragraphs: ['The address of your account is another one now. This one gets no more mails for it.'],
		closing: `If it was you, all is well. If not, write to ${config.contactEmail} as soon as you can.`,
		origin: originOf(config, request),
	})
}

/** Tells the former owner that the account is gone, and the code under which they can look it up. */
export function mailDeleted(services: Services, to: Addressee, code: string, request: FastifyRequest): void {
	const origin = originOf(services.config, request)
	notify(services, to, request, {
		subject: 'Your account was deleted',
		paragraphs: [
			'Your account and everything you wrote and gave with it were deleted. It cannot be brought back.',
			`Your confirmation code is ${code}. It is the last mail you get from us. Thank you for having been here.`,
		],
		link: { label: 'See the state of the deletion', url: origin + paths.dataDeletionStatus(code) },
		closing: 'The page knows the code and the day, and nothing about you.',
		origin,
	})
}

function notify(services: Services, to: Addressee, request: FastifyRequest, letter: Omit<Letter, 'username'>): void {
	const limit = { kind: 'notice', mailbox: emailKey(to.email) } as const
	services.mail.send(
		async () => ((await countMail(services, services.db, limit)) ? mail(to, letter) : undefined),
		request.log,
	)
}

function mail(to: Addressee, letter: Omit<Letter, 'username'>): Mail {
	return { to: to.email, ...letterParts({ ...letter, username: calledName(to.username) }) }
}
