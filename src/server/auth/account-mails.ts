import type { FastifyRequest } from 'fastify'
import { PROVIDER_NAMES, type Provider } from '#contract/providers.ts'
import type { Mail } from '../mail/deliver.ts'
import { type Letter, letterParts } from '../mail/letter.ts'
import { originOf } from '../pages/origin.ts'
import type { Services } from '../services.ts'
import { emailKey } from './email-key.ts'
import { addLink, linksLately } from './mailed-links.ts'
import { calledName } from './placeholder-names.ts'
import { findByEmail } from './queries.ts'

/** Whom a mail is for. */
export interface Addressee {
	id: string
	username: string
	email: string
}

/** Past this many in an hour a mailbox gets no further link: nobody is to be flooded by a stranger. */
const LINKS_AN_HOUR = 5

const NOT_ME = 'If this was not you, you need not do anything: without the link nothing changes.'

/** Mails the link that confirms the address of a new account. */
export function mailVerification(services: Services, to: Addressee, request: FastifyRequest): void {
	const origin = originOf(services.config, request)
	services.mail.send(async () => {
		const link = { userId: to.id, emailKey: emailKey(to.email), purpose: 'verify-email' } as const
		const token = await addLink(services.db, link, services.clock())
		return mail(to, {
			subject: 'Confirm your e-mail address',
			paragraphs: [
				'Welcome to Savepoint! Your account is ready, and you can use it already.',
				'Please confirm that this address is yours, so that we can help you back in if you ever forget your password. The link works for 24 hours.',
			],
			link: { label: 'Confirm this address', url: `${origin}/verify-email?token=${token}` },
			closing: 'If you did not sign up, somebody mistyped their address. You need not do anything.',
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
		const lately = await linksLately(db, to.id, 'reset-password', clock())
		if (lately >= LINKS_AN_HOUR * config.rateLimitFactor) return undefined
		const link = { userId: to.id, emailKey: emailKey(to.email), purpose: 'reset-password' } as const
		const token = await addLink(db, link, clock())
		return mail(to, {
			subject: 'Choose a new password',
			paragraphs: [
				'Somebody, hopefully you, asked for a new password for your account. The link leads to where you choose one. It works once, for one hour.',
			],
			link: { label: 'Choose a new password', url: `${origin}/reset-password?token=${token}` },
			closing: NOT_ME,
			origin,
		})
	}, request.log)
}

/** Tells the owner that the password is another one now. */
export function mailPasswordChanged(services: Services, to: Addressee, request: FastifyRequest): void {
	const origin = originOf(services.config, request)
	notify(services, to, request, {
		subject: 'Your password was changed',
		paragraphs: ['The password of your account was changed just now, and everywhere else you were logged out.'],
		link: { label: 'This was not me', url: `${origin}/forgot-password` },
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
		link: { label: 'See how you can log in', url: `${origin}/settings` },
		closing: `If this was not you, disconnect ${name} in your settings and choose a new password.`,
		origin,
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
		link: { label: 'See the state of the deletion', url: `${origin}/data-deletion-status/${code}` },
		closing: 'The page knows the code and the day, and nothing about you.',
		origin,
	})
}

function notify(services: Services, to: Addressee, request: FastifyRequest, letter: Omit<Letter, 'username'>): void {
	services.mail.send(async () => mail(to, letter), request.log)
}

function mail(to: Addressee, letter: Omit<Letter, 'username'>): Mail {
	return { to: to.email, ...letterParts({ ...letter, username: calledName(to.username) }) }
}
