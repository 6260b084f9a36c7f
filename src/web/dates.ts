// One locale and one time zone, so that the server's HTML and the browser say the same.
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'November 21, 2026' of an ISO time or date; as much of it as a reduced date (`1998`, `1998-11`) knows. */
export function longDate(iso: string): string {
	if (/^\d{4}$/.test(iso)) return iso
	return (/^\d{4}-\d{2}$/.test(iso) ? month : day).format(new Date(iso))
}

/** The year of an ISO date, reduced or not. */
export function yearOf(iso: string): string {
	return iso.slice(0, 4)
}
