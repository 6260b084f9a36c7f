import type { SuggestedFacts } from '#contract/game-suggestions.ts'

/** The facts of a suggested game as they are typed. */
export interface FactsDraft {
	name: string
	releaseYear: string
	/** Separated by commas, like `developers`. */
	platforms: string
	developers: string
	url: string
}

/** Returns a draft with what is known of a game. */
export function toFactsDraft(facts: Partial<SuggestedFacts>): FactsDraft {
	return {
		name: facts.name ?? '',
		releaseYear: facts.releaseYear == null ? '' : String(facts.releaseYear),
		platforms: (facts.platforms ?? []).join(', '),
		developers: (facts.developers ?? []).join(', '),
		url: facts.url ?? '',
	}
}

/** Returns the facts of a draft; a year that is no number fails validation. */
export function toFacts({ name, releaseYear, platforms, developers, url }: FactsDraft): SuggestedFacts {
	return {
		name: name.trim(),
		releaseYear: releaseYear.trim() === '' ? null : Number(releaseYear),
		platforms: splitWords(platforms),
		developers: splitWords(developers),
		url: url.trim() || null,
	}
}

const splitWords = (text: string) => text.split(',').flatMap((word) => word.trim() || [])
