import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { Game, Series } from './games.ts'
import { nullable, paging } from './shapes.ts'

export const SERIES_NOT_FOUND = { code: 'series_not_found', error: 'Series Not Found' } as const

export const getSeries = endpoint({
	method: 'GET',
	url: '/api/series/:slug',
	config: {
		summary: 'List the games of a series, the oldest first',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: 'Failed to load the series',
		missing: SERIES_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 200 }) }),
		querystring: Type.Object(paging(24)),
		response: {
			200: Type.Object({
				series: Series,
				games: Type.Array(Game),
				total: Type.Integer(),
				/** The years of the first and the last game; null if none has a date. */
				years: Type.Object({ first: nullable(Type.Integer()), last: nullable(Type.Integer()) }),
				hasMore: Type.Boolean(),
			}),
		},
	},
})
export type SeriesPage = Static<(typeof getSeries)['schema']['response'][200]>
