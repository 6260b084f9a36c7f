const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
})

/** Formats a time by the clock on the wall: `14:02`, and on another day `19 Nov, 14:02`. */
export function formatClock(at: string, nowMs: number): string {
	const date = new Date(at)
	return (date.toDateString() === new Date(nowMs).toDateString() ? time : dayAndTime).format(date)
}

const DEVICES = [
	[/iPhone|Android/, 'your phone'],
	[/iPad/, 'your tablet'],
	[/Windows|Mac|Linux|CrOS|ChromeOS/, 'your computer'],
] as const

const findDevice = (text: string) => DEVICES.find(([pattern]) => pattern.test(text))?.[1]

/** Names the device of a draft, such as `Safari on iPhone`, as its owner would; two alike cannot be told apart. */
export function nameDevice(device: string | null, userAgent: string): string {
	const name = findDevice(device ?? '')
	if (name === undefined) return 'another device'
	return name === findDevice(userAgent) ? 'another tab or device' : name
}
