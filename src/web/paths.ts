import type { Period } from '#contract/shapes.ts'

type Query = Readonly<Record<string, string | number | null | undefined>>

/** The address of each screen; nothing else writes one. */
export const paths = {
	home: (query: { period?: Period } = {}) => withQuery('/', query),
	login: (query: { redirect?: string; message?: 'write-review'; mode?: 'signup' } = {}) => withQuery('/login', query),
	games: (query: { period?: Period; page?: number } = {}) => withQuery('/games', query),
	game: (id: number) => `/games/${id}`,
	reviewForm: (gameId: number, query: { edit?: string } = {}) => withQuery(`/games/${gameId}/review`, query),
	reviews: (query: Query = {}) => withQuery('/reviews', query),
	review: (id: string) => `/reviews/${id}`,
	about: () => '/about',
	privacyPolicy: () => '/privacy-policy',
	reviewsFeed: () => '/feeds/reviews.atom',
}

/** The path with the values that are there; null, undefined and '' are left out. */
export function withQuery(path: string, query: Query): string {
	const search = new URLSearchParams()
	for (const [name, value] of Object.entries(query))
		if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
	const text = search.toString()
	return text ? `${path}?${text}` : path
}
