import { findMentionedNames } from '#contract/mentions.ts'
import type { SpoilerSetting } from '#contract/preferences.ts'
import { hasSpoilerSpan, hideSpoilers } from '#contract/spoiler-spans.ts'
import type { UserRef } from '#contract/users.ts'
import { readWhole, type StoredText } from '#server/db/stored-text.ts'

/** A review, comment or list with its texts, as a row has them. */
export interface SpoilerSubject {
	id: string
	/** Null for a tombstone that a deleted comment left. */
	authorId: string | null
	/** The game that the texts may spoil, or the review of it that they are about; null if they belong to no game. */
	about: { gameId: number } | { reviewId: string } | null
	containsSpoilers: boolean
	/** Whether there may be rows of `mentions` for it. */
	hasMentions: boolean
	texts: readonly (StoredText | null)[]
}

/** A text as one viewer gets it. */
export interface SentText {
	text: string
	/** Whether spoilers were taken out of it. */
	isHidden: boolean
	/** The users whom it mentions, as sent, each once, in its order. */
	mentions: UserRef[]
}

/** Who reads, and what they may see. */
export interface Audience {
	/** Null for a visitor. */
	viewerId: string | null
	isModerator: boolean
	setting: SpoilerSetting
	/** Games whose spoilers the viewer knows, and reviews of such games. */
	finished: ReadonlySet<number | string>
	/** Whether the viewer asked for the spoilers. */
	isRevealed: boolean
}

/** The users whom the subject with an id mentions, by the name that it has for them, in lower case. */
export type MentionsById = ReadonlyMap<string, ReadonlyMap<string, UserRef>>

/** Turns stored texts into those that may be sent to one viewer. */
export interface TextReader {
	read: (subject: SpoilerSubject, text: StoredText) => SentText
}

export function hasSpoilers({ containsSpoilers, texts }: SpoilerSubject): boolean {
	return containsSpoilers || texts.some((text) => text !== null && hasSpoilerSpan(readWhole(text)))
}

/** Decides who sees the spoilers of a subject. Moderators, who have to judge it, always do. */
export function canSeeSpoilers(audience: Audience, { authorId, about }: SpoilerSubject): boolean {
	if (audience.isRevealed || audience.isModerator || audience.setting === 'show') return true
	if (audience.viewerId !== null && authorId === audience.viewerId) return true
	if (audience.setting === 'hide' || about === null) return false
	return audience.finished.has('gameId' in about ? about.gameId : about.reviewId)
}

export function createTextReader(audience: Audience, mentions: MentionsById): TextReader {
	return {
		read(subject, stored) {
			const whole = readWhole(stored)
			const isOpen = canSeeSpoilers(audience, subject)
			const text = isOpen ? whole : subject.containsSpoilers ? '' : hideSpoilers(whole)
			// A mention in what is hidden is not found in the text as sent
			return { ...linkMentions(text, mentions.get(subject.id)), isHidden: text !== whole }
		},
	}
}

/** Reads texts for mails and push messages, where spoilers appear for no reader. */
export const STRICT_READER = createTextReader(
	{ viewerId: null, isModerator: false, setting: 'hide', finished: new Set(), isRevealed: false },
	new Map(),
)

/** Finds the mentioned users in a text, and replaces the names that are not theirs any more. */
function linkMentions(text: string, users: ReadonlyMap<string, UserRef> | undefined): Omit<SentText, 'isHidden'> {
	if (!users) return { text, mentions: [] }
	const mentioned: UserRef[] = []
	let sent = ''
	let end = 0
	for (const { name, index } of findMentionedNames(text)) {
		const user = users.get(name.toLowerCase())
		if (!user) continue
		mentioned.push(user)
		if (user.username.toLowerCase() === name.toLowerCase()) continue
		sent += `${text.slice(end, index + 1)}${user.username}`
		end = index + 1 + name.length
	}
	return { text: sent + text.slice(end), mentions: uniqueUsers(mentioned) }
}

/** Returns the users of several texts, each once, in the order of their first mention. */
export function uniqueUsers(users: readonly UserRef[]): UserRef[] {
	return [...new Map(users.map((user) => [user.id, user])).values()]
}
