import type { Game } from '#contract/games.ts'

type Credit = Game['credits'][number]

/** IGDB requires attribution; Wikidata does not, but gets it too. */
const CREDITS: Readonly<Record<string, Credit>> = {
	igdb: { name: 'IGDB.com', url: 'https://www.igdb.com/' },
	wikidata: { name: 'Wikidata', url: 'https://www.wikidata.org/' },
}

/** Returns the attributions for facts from these sources. */
export function getCredits(sources: readonly string[]): Credit[] {
	return [...new Set(sources)].flatMap((source) => CREDITS[source] ?? [])
}
