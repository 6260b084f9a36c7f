import type { Website } from '#server/db/tables.ts'

/** Under which id a game is known elsewhere: `steam` and `620`. */
export interface ExternalId {
	source: string
	id: string
}

// Where a shop or a database names the game in its address
const ADDRESSES: readonly { source: string; address: RegExp }[] = [
	{ source: 'steam', address: /^https?:\/\/store\.steampowered\.com\/app\/(\d{1,10})(?:[/?#]|$)/ },
	{ source: 'wikidata', address: /^https?:\/\/(?:www\.)?wikidata\.org\/wiki\/(Q\d{1,12})(?:[/?#]|$)/ },
	{ source: 'igdb-slug', address: /^https?:\/\/(?:www\.)?igdb\.com\/games\/([a-z0-9-]{1,200})(?:[/?#]|$)/ },
	{
		source: 'gog',
		address: /^https?:\/\/(?:www\.)?gog\.com\/(?:[a-z]{2}(?:-[a-z]+)?\/)?game\/([a-z0-9_]{1,200})(?:[/?#]|$)/i,
	},
]

/** The ids that a game's own addresses name. */
export function idsInWebsites(websites: readonly Website[]): ExternalId[] {
	return websites.flatMap(({ url }) =>
		ADDRESSES.flatMap(({ source, address }) => {
			const id = address.exec(url)?.[1]
			return id === undefined ? [] : [{ source, id: id.startsWith('Q') ? id : id.toLowerCase() }]
		}),
	)
}

/** The id of a record in its own source: `620` for `igdb:620` of igdb. */
export function ownId(source: string, sourceId: string): ExternalId {
	return { source, id: sourceId.startsWith(`${source}:`) ? sourceId.slice(source.length + 1) : sourceId }
}

/** The ids without repeats, in one order. */
export function distinctIds(ids: readonly ExternalId[]): ExternalId[] {
	const byKey = new Map(ids.map((one) => [idKey(one), one]))
	return [...byKey.keys()].sort().flatMap((key) => byKey.get(key) ?? [])
}

/** An id as one text. */
export function idKey({ source, id }: ExternalId): string {
	return `${source} ${id}`
}
