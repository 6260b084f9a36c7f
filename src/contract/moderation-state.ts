import type { Static } from 'typebox'
import * as Type from 'typebox'
import { MODERATION_REASONS } from './report-reasons.ts'
import { nullable, oneOf, Uuid } from './shapes.ts'

/**
 * Why others do not see a text: a moderator removed it, or it waits for one because it has a blocked word. Only its author
 * and moderators get this; it is absent from everything that others see.
 */
export const ModerationState = Type.Object({
	state: oneOf(['removed', 'held'] as const),
	/** The action, which `/appeal/{actionId}` shows to the author. */
	actionId: Uuid(),
	reason: nullable(oneOf(MODERATION_REASONS)),
	/** What the moderator wrote to the author. */
	note: nullable(Type.String()),
})
export type ModerationState = Static<typeof ModerationState>

/** The field of reviews, comments, lists and accounts (their bio and picture). */
export const moderation = Type.Optional(ModerationState)
