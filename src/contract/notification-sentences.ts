import { isolate } from './isolate.ts'
import { formatLimit } from './limits.ts'
import type { Notification } from './notifications.ts'
import { paths } from './paths.ts'

/** A part of a sentence: a name, which stands out where the sentence is shown, or what is between names. */
export interface SentencePart {
	text: string
	isName: boolean
}

const UNKNOWN_GAME = 'Unknown Game'

/** Returns what a notification says, without its excerpt: "kestrel, tobben and 4 others liked your review of Celeste". */
export function describeNotification(notification: Notification): SentencePart[] {
	const { kind, list, text } = notification
	const actors = nameActors(notification)
	const about = name(list?.title ?? notification.review?.game.name ?? UNKNOWN_GAME)
	switch (kind) {
		case 'review_like':
			return [...actors, plain(' liked your review of '), about]
		case 'comment_like':
			return [...actors, plain(' liked your comment on '), about]
		case 'list_like':
			return [...actors, plain(' liked your list '), about]
		case 'comment':
			return [...actors, plain(list ? ' commented on your list ' : ' commented on your review of '), about]
		case 'reply':
			return [...actors, plain(' replied to your comment on '), about]
		case 'mention':
			return [...actors, plain(' mentioned you on '), about]
		case 'follow':
			return [...actors, plain(' followed you')]
		case 'list_copy':
			return [...actors, plain(' copied your list '), about]
		case 'release':
			return [name(notification.game?.name ?? UNKNOWN_GAME), plain(', which you wished for, is out')]
		case 'moderation':
		case 'suggestion':
		case 'import':
			return [plain(text ?? '')]
	}
}

/** Returns the same as a line of text. */
export function notificationSentence(notification: Notification): string {
	return describeNotification(notification)
		.map(({ text, isName }) => (isName ? isolate(text) : text))
		.join('')
}

/** Returns the path of what a notification is about. */
export function notificationPath(notification: Notification): string {
	const { review, comment, list, game, actionId, importId, actors } = notification
	const [actor] = actors
	if (actionId) return paths.appeal(actionId)
	if (importId) return paths.import(importId)
	const anchor = comment ? `#comment-${comment.id}` : ''
	if (review) return paths.review(review.id) + anchor
	if (list) return paths.list(list.id) + anchor
	if (game) return paths.game(game.id)
	return actor ? paths.profile(actor.username) : paths.home()
}

/** Two names if there are more than three people. */
function nameActors({ actors, actorCount }: Notification): SentencePart[] {
	const named = actorCount > 3 ? actors.slice(0, 2) : actors
	const others = actorCount - named.length
	const parts = named.flatMap(({ username }, index) => {
		const isLast = index === named.length - 1 && others <= 0
		return index === 0 ? [name(username)] : [plain(isLast ? ' and ' : ', '), name(username)]
	})
	return others > 0 ? [...parts, plain(` and ${formatLimit(others)} ${others === 1 ? 'other' : 'others'}`)] : parts
}

const name = (text: string): SentencePart => ({ text, isName: true })
const plain = (text: string): SentencePart => ({ text, isName: false })
