import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIBRARY_FAILED, libraryFilters, libraryOwner } from './library.ts'
import { LOG_IN_TO_KEEP_TRACK } from './library-entry.ts'
import { LOGIN_NEEDED } from './session-refusals.ts'
import { USER_NOT_FOUND } from './users.ts'

/** The most options that a facet has: those with the most games. */
export const MAX_FACET_OPTIONS = 30

const Named = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }))
const Numbered = Type.Array(Type.Object({ value: Type.Number(), count: Type.Integer() }))

export const getLibraryFacets = endpoint({
	method: 'GET',
	url: '/api/library/facets',
	config: {
		summary:
			"Count the games of a user's library, your own by default, by the values of a filter, each under all of the other filters",
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: LIBRARY_FAILED,
		loginNeeded: LOG_IN_TO_KEEP_TRACK,
		refusals: { 401: [{ ...LOGIN_NEEDED, error: LOG_IN_TO_KEEP_TRACK }], 404: [USER_NOT_FOUND] },
		// Each reads a whole library
		limit: 'check',
	},
	schema: {
		querystring: Type.Object({ ...libraryOwner(), ...libraryFilters() }),
		response: {
			200: Type.Object({
				platforms: Named,
				genres: Named,
				years: Numbered,
				/** The first year of each. */
				decades: Numbered,
				/** In stars. */
				ratings: Numbered,
			}),
		},
	},
})
export type LibraryFacets = Static<(typeof getLibraryFacets)['schema']['response'][200]>
export type LibraryFacetFilters = Static<(typeof getLibraryFacets)['schema']['querystring']>
