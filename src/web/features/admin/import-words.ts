import type { ImportSource } from '#contract/admin-catalog.ts'

/** How screens name the sources. */
export const SOURCE_NAMES: Readonly<Record<ImportSource, string>> = {
	builtin: 'Built-in games',
	wikidata: 'Wikidata',
	igdb: 'IGDB',
}
