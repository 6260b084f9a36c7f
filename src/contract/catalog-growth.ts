// Apart from the calls, whose shapes imports do not need
export const LOOKUP_FAILED = {
	code: 'lookup_failed',
	error: 'The game database didn’t answer. Please try again in a minute.',
} as const
export const CATALOG_CLOSED = {
	code: 'catalog_closed',
	error: 'Games can’t be added here at the moment. You can still suggest one.',
} as const
