/** A game's id in another database or store, such as `steam` and `620`. */
export interface ExternalId {
	source: string
	id: string
}

// URLs of stores and databases that contain a game's id
const ID_PATTERNS: readonly { source: string; pattern: RegExp }[] = [
	{ source: 'steam', pattern: /^https?:\/\/store\.steampowered\.com\/app\/(\d{1,10})(?:[/?#]|$)/ },
	{ source: 'wikidata', pattern: /^https?:\/\/(?:www\.)?wikidata\.org\/wiki\/(Q\d{1,12})(?:[/?#]|$)/ },
	{ source: 'igdb-slug', pattern: /^https?:\/\/(?:www\.)?igdb\.com\/games\/([a-z0-9-]{1,200})(?:[/?#]|$)/ },
	{
		source: 'gog',
		pattern: /^https?:\/\/(?:www\.)?gog\.com\/(?:[a-z]{2}(?:-[a-z]+)?\/)?game\/([a-z0-9_]{1,200})(?:[/?#]|$)/i,
	},
]

/** Extracts external ids from a game's URLs. */
export function extractExternalIds(websites: readonly { url: string }[]): ExternalId[] {
	return websites.flatMap(({ url }) =>
		ID_PATTERNS.flatMap(({ source, pattern: address }) => {
			const id = address.exec(url)?.[1]
			return id === undefined ? [] : [{ source, id: id.startsWith('Q') ? id : id.toLowerCase() }]
		}),
	)
}

/** Returns a record's id in its own source: `620` for `igdb:620` of igdb. */
export function toOwnId(source: string, sourceId: string): ExternalId {
	return { source, id: sourceId.startsWith(`${source}:`) ? sourceId.slice(source.length + 1) : sourceId }
}

/** Removes duplicate ids and sorts the rest. */
export function dedupeIds(ids: readonly ExternalId[]): ExternalId[] {
	const byKey = new Map(ids.map((one) => [idKey(one), one]))
	return [...byKey.keys()].sort().flatMap((key) => byKey.get(key) ?? [])
}

/** Returns an external id as a single string, for use as a map key. */
export function idKey({ source, id }: ExternalId): string {
	return `${source} ${id}`
}
