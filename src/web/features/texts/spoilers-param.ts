const NAME = 'spoilers'

/** Whether the address asks for the page with its spoilers, as links of browsers without scripts do. */
export const asksForSpoilers = (search: URLSearchParams): boolean => search.get(NAME) === '1'

/** Returns the query with which other addresses of the page keep its spoilers. */
export const keepSpoilers = (search: URLSearchParams): { [NAME]?: 1 } => (asksForSpoilers(search) ? { [NAME]: 1 } : {})
