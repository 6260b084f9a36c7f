import { keepPreviousData } from '@tanstack/react-query'
import { getLibraryFacets } from '#contract/library-facets.ts'
import { useRead } from '#web/app/data.tsx'
import { createFacets } from './facets.ts'
import { facetsInput, type ShownLibrary } from './library-filters.ts'

/** Returns the facets of a library. While others load, they have the options of the filters before. */
export function useFacets(username: string, shown: ShownLibrary, enabled: boolean) {
	const { data, error, retry } = useRead(getLibraryFacets, facetsInput(username, shown), {
		enabled,
		placeholderData: keepPreviousData,
	})
	return {
		facets: createFacets(shown, data),
		/** Loads the options again, if they did not load. */
		onRetry: error ? retry : null,
	}
}
