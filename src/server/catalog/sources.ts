import type { Config } from '#server/config.ts'
import { createIgdbSource } from './igdb.ts'
import type { CatalogSource } from './source.ts'
import { createWikidataSource } from './wikidata.ts'

/** The network sources by name. `onPause` is called with the reason for a longer pause. */
export const SOURCES: Readonly<Record<string, (config: Config, onPause: (sentence: string) => void) => CatalogSource>> =
	{
		igdb: ({ igdb }, onPause) => createIgdbSource({ keys: igdb, onPause }),
		wikidata: ({ wikidata }, onPause) => createWikidataSource({ ...wikidata, onPause }),
	}
