import { VERIFY_LINK_HOURS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import { hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { findAccountByEmail, lockAccount } from '#server/features/sessions/queries-accounts.ts'
import type { Mail } from '#server/mail/delivery.ts'
import { type MailContent, renderMail } from '#server/mail/mail-template.ts'
import type { ComposedMail } from '#server/mail/sender.ts'
import { createLink } from './email-links.ts'
import { countMail, type MailLimitOptions } from './mailbox-limits.ts'
import { toSalutation } from './placeholder-names.ts'

/** The account that a mail is addressed to. */
export interface Recipient {
	id: string
	username: string
	email: string
}

/** The content of a notice, without its salutation. */
export type Notice = Omit<MailContent, 'username'>

/** A mail as it waits before its first attempt: what it is about, and the origin of its links. */
export type AccountMail =
	| { kind: 'notice'; to: Recipient; notice: Notice }
	| { kind: 'verify-email'; to: Recipient; isNew: boolean; origin: string }
	| { kind: 'reset-password'; email: string; origin: string }
	| { kind: 'change-email'; account: Recipient; email: string; token: string; origin: string }
	| { kind: 'confirm-registration' | 'confirm-report'; to: Recipient; notice: Notice }

const NOT_ME = 'If this wasn’t you, you can ignore this mail. Nothing changes without the link.'

/**
 * Composes a mail, creates its link and counts it against the limit of the mailbox, in the open transaction. Returns
 * undefined past the limit, or if there is no account to mail or nothing left to confirm.
 */
export async function composeAccountMail(
	options: MailLimitOptions,
	db: Db,
	mail: AccountMail,
): Promise<ComposedMail | undefined> {
	switch (mail.kind) {
		case 'notice': {
			const limit = { kind: 'notice', mailbox: toEmailKey(mail.to.email) } as const
			return (await countMail(options, db, limit)) ? { mail: render(mail.to, mail.notice) } : undefined
		}
		case 'verify-email':
			return composeVerification(options, db, mail)
		case 'reset-password':
			return composeResetLink(options, db, mail)
		case 'change-email':
			return composeEmailChangeLink(options, db, mail)
		case 'confirm-registration':
		case 'confirm-report': {
			const limit = { kind: mail.kind, mailbox: toEmailKey(mail.to.email) }
			return (await countMail(options, db, limit)) ? { mail: render(mail.to, mail.notice) } : undefined
		}
	}
}

async function composeVerification(
	options: MailLimitOptions,
	db: Db,
	{ to, isNew, origin }: Extract<AccountMail, { kind: 'verify-email' }>,
): Promise<ComposedMail | undefined> {
	const emailKey = toEmailKey(to.email)
	const account = await lockAccount(db, to.id)
	if (!account || account.email_key !== emailKey || account.email_verified_at !== null) return undefined
	if (isNew && !(await countMail(options, db, { kind: 'verify-email', mailbox: emailKey }))) return undefined
	const token = await createLink(db, { userId: to.id, emailKey, purpose: 'verify-email' }, options.clock())
	const mail = render(to, {
		subject: 'Confirm your email address',
		paragraphs: [
			...(isNew ? ['Welcome to Savepoint. Your account is ready to use.'] : []),
			`Please confirm that this address is yours, so that we can help you get back in if you forget your password. The link works for ${VERIFY_LINK_HOURS} hours.`,
		],
		link: { label: 'Confirm this address', url: origin + paths.verifyEmail(token) },
		closing:
			'If you did not sign up, do not open the link: someone entered your address instead of their own. You don’t need to do anything else.',
		origin,
	})
	return { mail, link: hashToken(token) }
}

async function composeResetLink(
	options: MailLimitOptions,
	db: Db,
	{ email, origin }: Extract<AccountMail, { kind: 'reset-password' }>,
): Promise<ComposedMail | undefined> {
	const emailKey = toEmailKey(email)
	const owner = await findAccountByEmail(db, emailKey)
	const to = owner && (await lockAccount(db, owner.id))
	if (to?.email_key !== emailKey) return undefined
	if (!(await countMail(options, db, { kind: 'reset-password', mailbox: emailKey }))) return undefined
	const token = await createLink(db, { userId: to.id, emailKey, purpose: 'reset-password' }, options.clock())
	const mail = render(to, {
		subject: 'Choose a new password',
		paragraphs: [
			'Someone, hopefully you, asked to reset your password. This link lets you choose a new one. It works once, for one hour.',
		],
		link: { label: 'Choose a new password', url: origin + paths.resetPassword(token) },
		closing: NOT_ME,
		origin,
	})
	return { mail, userId: to.id, link: hashToken(token) }
}

async function composeEmailChangeLink(
	options: MailLimitOptions,
	db: Db,
	{ account, email, token, origin }: Extract<AccountMail, { kind: 'change-email' }>,
): Promise<ComposedMail | undefined> {
	const emailKey = toEmailKey(email)
	if (!(await countMail(options, db, { kind: 'change-email', mailbox: emailKey }))) return undefined
	const owner = await findAccountByEmail(db, emailKey)
	if (owner && owner.id !== account.id) {
		const mail = render(owner, {
			subject: 'Someone tried to use your email address',
			paragraphs: [
				'Someone tried to use this address for another account. It already belongs to yours, so nothing changed.',
			],
			link: { label: 'Log in to your account', url: origin + paths.login() },
			closing: 'If this was you, log in to this account. If not, you can ignore this mail.',
			origin,
		})
		return { mail, userId: owner.id, link: null }
	}
	const mail = render(
		{ ...account, email },
		{
			subject: 'Confirm your new email address',
			paragraphs: [
				`Please confirm that you want to use this address for your account, ${account.username}. Until then nothing changes. The link works once, for ${VERIFY_LINK_HOURS} hours.`,
			],
			link: { label: 'Use this address', url: origin + paths.verifyEmail(token) },
			// Confirming would attach this mailbox to someone else's account, a trap for an owner who logs in another way later
			closing:
				'If this account is not yours, do not open the link: someone entered your address instead of their own. You don’t need to do anything else.',
			origin,
		},
	)
	return { mail }
}

function render(to: Recipient, notice: Notice): Mail {
	return { to: to.email, ...renderMail({ ...notice, username: toSalutation(to.username) }) }
}
