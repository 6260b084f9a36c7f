import type { Activity } from '#contract/activity.ts'
import { describeHidden, excerptOf } from '#web/features/texts/excerpt.ts'

/** Returns the beginning of an activity's text, or that it is hidden; null if there is none. */
export function excerptActivity(
	{ activityType, gameName, description, content }: Activity,
	length: number,
): string | null {
	const text = activityType === 'comment' ? content : description
	// Reviews and comments always have words, unless these are hidden
	if (text === '' && activityType !== 'list') return describeHidden(activityType === 'review' ? gameName : null)
	return text ? excerptOf(text, length) : null
}
