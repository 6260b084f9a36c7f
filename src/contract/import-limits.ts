// Apart from `LIMITS`, which every page loads
export const IMPORT_LIMITS = {
	fileBytes: 20 * 1024 * 1024,
	rows: 20_000,
	/** Bytes of files that an account may send per hour. */
	bytesPerHour: 100 * 1024 * 1024,
	/** Previews that an account keeps. */
	previews: 3,
	/** Imports that an account keeps; older ones go, but none that can be undone. */
	perAccount: 50,
	/** Days in which an import can be undone. */
	undoDays: 30,
	/** Rows whose games are looked up elsewhere, with one press and for one person in a day. */
	lookups: 200,
	/** Rows decided at once. */
	decisions: 20_000,
} as const

/** The columns that any CSV can have; the values are headers of the file. */
export const MAPPED_COLUMNS = [
	'name',
	'status',
	'rating',
	'platform',
	'startedOn',
	'endedOn',
	'minutes',
	'note',
	'review',
	'id',
	'idSource',
] as const
