import { formatMoment, formatTime, formatTimeAgo, type Precision } from './relative-time.ts'
import { useTimeZone } from './time-zone.ts'

interface TimeProps {
	/** ISO 8601. */
	time: string
	/** For a time within a sentence: "3 h ago" instead of "3 h". */
	inSentence?: boolean
	/** The date instead of how long ago it was. */
	precision?: Precision
	className?: string | undefined
}

/** When something happened, as people say it or as a date; the exact time and its zone are its tooltip. */
export function Time({ time, inSentence = false, precision, className }: TimeProps) {
	const zone = useTimeZone()
	return (
		// The page may have been rendered a minute ago
		<time dateTime={time} title={formatMoment(time, 'minute', zone)} className={className} suppressHydrationWarning>
			{precision
				? formatMoment(time, precision, zone)
				: (inSentence ? formatTimeAgo : formatTime)(time, Date.now(), zone)}
		</time>
	)
}

/** Returns the function that formats moments in the reader's zone. */
export function useMomentFormat(): (time: string, precision: Precision) => string {
	const zone = useTimeZone()
	return (time, precision) => formatMoment(time, precision, zone)
}
