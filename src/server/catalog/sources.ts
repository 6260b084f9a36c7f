import type { Config } from '#server/config.ts'
import { createIgdbSource } from './igdb.ts'
import type { CatalogSource } from './source.ts'
import { createWikidataSource } from './wikidata.ts'

/** The sources that are read over the network, by the names under which they are imported; `tell` hears why reading pauses. */
export const SOURCES: Readonly<Record<string, (config: Config, tell: (sentence: string) => void) => CatalogSource>> = {
	igdb: ({ igdb }, tell) => createIgdbSource({ keys: igdb, onPause: tell }),
	wikidata: ({ wikidata }, tell) => createWikidataSource({ ...wikidata, onPause: tell }),
}
