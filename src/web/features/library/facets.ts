import type { LibraryFacets } from '#contract/library-facets.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import { formatCount, pluralize } from '#web/app/format.ts'
import { LENGTHS } from '#web/app/search-query.ts'
import { describeLength } from '#web/features/time-to-beat/lengths.ts'
import type { ShownLibrary } from './library-filters.ts'

interface FacetOption {
	word: string
	label: string
}

/** A filter of a library whose values are offered with the number of their games. */
export interface Facet {
	label: string
	/** The words of its first option, without a filter. */
	all: string
	/** The word of the chosen option; empty for all. */
	chosen: string
	/** What is chosen, in words. */
	text: string
	groups: readonly { label?: string; options: readonly FacetOption[] }[]
	toChange: (word: string) => Partial<ShownLibrary>
}

type Counts = readonly { value: string | number; count: number }[] | undefined

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Returns the facets of a library, without options until these are known. */
export function createFacets(shown: ShownLibrary, counts: LibraryFacets | undefined): Facet[] {
	const { platform, genre, rating, maxHours, fromYear, toYear } = shown
	return [
		createFacet({
			label: 'Platform',
			all: 'All Platforms',
			chosen: platform,
			text: shortPlatformName(platform),
			groups: [{ options: toOptions(counts?.platforms, (value) => shortPlatformName(String(value))) }],
			toChange: (platform) => ({ platform }),
		}),
		createFacet({
			label: 'Genre',
			all: 'All Genres',
			chosen: genre,
			text: genre,
			groups: [{ options: toOptions(counts?.genres) }],
			toChange: (genre) => ({ genre }),
		}),
		createFacet({
			label: 'Year',
			all: 'All Years',
			chosen: fromYear === null && toYear === null ? '' : formatSpan(fromYear, toYear),
			text: describeYears(fromYear, toYear),
			groups: [
				{ label: 'Decades', options: toYearOptions(counts?.decades, 9) },
				{ label: 'Years', options: toYearOptions(counts?.years, 0) },
			],
			toChange: (span) => {
				const [from, to] = span.split('-').map((year) => (year ? Number(year) : null))
				return { fromYear: from ?? null, toYear: to ?? null }
			},
		}),
		createFacet({
			label: 'Rating',
			all: 'All Ratings',
			chosen: String(rating ?? ''),
			text: describeRating(rating ?? 0),
			groups: [{ options: toOptions(highestFirst(counts?.ratings), (value) => describeRating(Number(value))) }],
			toChange: (rating) => ({ rating: rating === '' ? null : Number(rating) }),
		}),
		createFacet({
			label: 'Length',
			all: 'All Lengths',
			chosen: String(maxHours ?? ''),
			text: describeLength(maxHours ?? 0),
			groups: [{ options: LENGTHS.map((hours) => ({ word: String(hours), label: describeLength(hours) })) }],
			toChange: (hours) => ({ maxHours: hours === '' ? null : Number(hours) }),
		}),
	]
}

/** Offers what is chosen even if no game has it, as an old link may say. */
function createFacet(facet: Facet): Facet {
	const { chosen, text, groups } = facet
	if (chosen === '') return facet
	const offered = groups.flatMap(({ options }) => options).find(({ word }) => isSame(word, chosen))
	if (offered) return { ...facet, chosen: offered.word }
	return { ...facet, groups: [{ options: [{ word: chosen, label: text }] }, ...groups] }
}

const toOptions = (counts: Counts = [], toText: (value: string | number) => string = String) =>
	counts.map(({ value, count }) => ({ word: String(value), label: `${toText(value)} (${formatCount(count)})` }))

const highestFirst = (counts: Counts = []) => counts.toSorted((one, other) => Number(other.value) - Number(one.value))

const toYearOptions = (counts: Counts, further: number) =>
	highestFirst(counts).map(({ value, count }) => {
		const [from, to] = [Number(value), Number(value) + further]
		return { word: formatSpan(from, to), label: `${describeYears(from, to)} (${formatCount(count)})` }
	})

const formatSpan = (from: number | null, to: number | null) => `${from ?? ''}-${to ?? ''}`

const describeRating = (rating: number) => pluralize(rating, 'star')

/** Says which years: `2019`, `2010s`, `2017–2020`, `From 2017`, `Until 2020`. */
function describeYears(from: number | null, to: number | null): string {
	if (from === null) return `Until ${to}`
	if (to === null) return `From ${from}`
	if (from === to) return String(from)
	return from % 10 === 0 && to === from + 9 ? `${from}s` : `${from}–${to}`
}
