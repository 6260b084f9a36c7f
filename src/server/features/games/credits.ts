import type { Game } from '#contract/games.ts'

type Credit = Game['credits'][number]

/** IGDB asks for it; Wikidata does not, and gets it all the same. */
const CREDITS: Readonly<Record<string, Credit>> = {
	igdb: { name: 'IGDB.com', url: 'https://www.igdb.com/' },
	wikidata: { name: 'Wikidata', url: 'https://www.wikidata.org/' },
}

/** Whom to name for facts that came from these sources. */
export function getCredits(sources: readonly string[]): Credit[] {
	return [...new Set(sources)].flatMap((source) => CREDITS[source] ?? [])
}
