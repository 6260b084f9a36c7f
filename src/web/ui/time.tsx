import { formatExactTime, formatTime, formatTimeAgo } from './relative-time.ts'

interface TimeProps {
	/** ISO 8601. */
	time: string
	/** For a time within a sentence: "3 h ago" instead of "3 h". */
	inSentence?: boolean
	className?: string | undefined
}

/** When something happened, as people say it; the exact time is its tooltip. */
export function Time({ time, inSentence = false, className }: TimeProps) {
	return (
		// The page may have been rendered a minute ago
		<time dateTime={time} title={formatExactTime(time)} className={className} suppressHydrationWarning>
			{(inSentence ? formatTimeAgo : formatTime)(time, Date.now())}
		</time>
	)
}
