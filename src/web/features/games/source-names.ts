const NAMES: Readonly<Record<string, string>> = {
	site: 'this site',
	savepoint: 'the built-in catalog',
	igdb: 'IGDB',
	wikidata: 'Wikidata',
}

/** Names a source of facts within a sentence; files have the names that their operator gave them. */
export const nameSource = (source: string): string => NAMES[source] ?? source
