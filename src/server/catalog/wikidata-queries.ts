import type { ExternalId } from '#contract/external-ids.ts'

const PREFIXES = `PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
PREFIX p: <http://www.wikidata.org/prop/>
PREFIX ps: <http://www.wikidata.org/prop/statement/>
PREFIX psv: <http://www.wikidata.org/prop/statement/value/>
PREFIX pq: <http://www.wikidata.org/prop/qualifier/>
PREFIX wikibase: <http://wikiba.se/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX schema: <http://schema.org/>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
PREFIX bd: <http://www.bigdata.com/rdf#>
PREFIX mwapi: <https://www.mediawiki.org/ontology#API/>`

/** Selects items. */
export interface ItemFilter {
	/** The minimum number of articles about a game in Wikipedias and their sister projects. */
	sitelinks: number
	/** An ISO time: only items that have changed since. */
	since: string | undefined
	/** Only items with higher numbers. */
	after: number
}

// Free video games (Q21125433) are a class of their own
const GAME_CLASSES = '{ wd:Q7889 wd:Q21125433 }'
const IS_GAME = 'haswbstatement:P31=Q7889|P31=Q21125433'
/** Hits of the search that are looked at: the best known ones of them are candidates. */
const SEARCH_HITS = 50

function buildItemPattern({ sitelinks, since, after }: ItemFilter): string {
	return `	VALUES ?class ${GAME_CLASSES}
	?item wdt:P31 ?class ; wikibase:sitelinks ?links .
	FILTER(?links >= ${sitelinks})
${since === undefined ? '' : `	?item schema:dateModified ?modified .\n	FILTER(?modified >= "${since}"^^xsd:dateTime)\n`}	BIND(xsd:integer(STRAFTER(STR(?item), "/entity/Q")) AS ?number)
	FILTER(?number > ${after})`
}

/** Builds a query for the numbers of the selected items, in ascending order. */
export function buildNumbersQuery(filter: ItemFilter, limit: number): string {
	return `${PREFIXES}
SELECT DISTINCT ?number WHERE {
${buildItemPattern(filter)}
} ORDER BY ?number LIMIT ${limit}`
}

/** Builds a query for the number of selected items. */
export function buildCountQuery(filter: ItemFilter): string {
	return `${PREFIXES}
SELECT (COUNT(DISTINCT ?number) AS ?count) WHERE {
${buildItemPattern(filter)}
}`
}

/** Builds a query for the numbers of games that have all of these words, of letters and digits, in a label or an alias; the best known first. */
export function buildSearchQuery(words: readonly string[], limit: number): string {
	const search = [...words.map((word) => `inlabel:${word}`), IS_GAME].join(' ')
	return `${PREFIXES}
SELECT DISTINCT ?number ?links WHERE {
	SERVICE wikibase:mwapi {
		bd:serviceParam wikibase:endpoint "www.wikidata.org" ; wikibase:api "Search" ; wikibase:limit ${SEARCH_HITS} ; mwapi:srsearch "${search}" .
		?title wikibase:apiOutput mwapi:title .
	}
	VALUES ?class ${GAME_CLASSES}
	BIND(IRI(CONCAT("http://www.wikidata.org/entity/", ?title)) AS ?item)
	?item wdt:P31 ?class ; wikibase:sitelinks ?links .
	BIND(xsd:integer(STRAFTER(?title, "Q")) AS ?number)
} ORDER BY DESC(?links) LIMIT ${limit}`
}

/** Builds a query for the number of an item, if it is a game. */
export function buildIsGameQuery(number: number): string {
	return `${PREFIXES}
SELECT DISTINCT ?number WHERE {
	VALUES ?only { wd:Q${number} }
	VALUES ?class ${GAME_CLASSES}
	?only wdt:P31 ?class .
	BIND(${number} AS ?number)
}`
}

/** How items name the ids of a game elsewhere, and what such an id is. */
const EXTERNAL_IDS: Readonly<Record<string, { path: string; pattern: RegExp; toValue?: (id: string) => string }>> = {
	steam: { path: 'wdt:P1733', pattern: /^\d{1,10}$/ },
	gog: { path: 'wdt:P2725', pattern: /^[a-z0-9_]{1,200}$/, toValue: (id) => `game/${id}` },
	'igdb-slug': { path: 'wdt:P5794', pattern: /^[a-z0-9-]{1,200}$/ },
	igdb: { path: 'p:P5794/pq:P9043', pattern: /^\d{1,10}$/ },
}
/** The kinds of ids elsewhere that items have. */
export const EXTERNAL_ID_KINDS: readonly string[] = Object.keys(EXTERNAL_IDS)

/** Builds a query for the numbers of games with an id elsewhere; undefined for other kinds, and for what cannot be an id. */
export function buildExternalIdQuery({ source, id }: ExternalId, limit: number): string | undefined {
	const kind = Object.hasOwn(EXTERNAL_IDS, source) ? EXTERNAL_IDS[source] : undefined
	if (!kind?.pattern.test(id)) return undefined
	return `${PREFIXES}
SELECT DISTINCT ?number WHERE {
	VALUES ?id { "${kind.toValue?.(id) ?? id}" }
	VALUES ?class ${GAME_CLASSES}
	?named ${kind.path} ?id ; wdt:P31 ?class .
	BIND(xsd:integer(STRAFTER(STR(?named), "entity/Q")) AS ?number)
} LIMIT ${limit}`
}

/** Properties whose values are items, of which the labels are read. */
const ITEM_PROPERTIES = {
	...{ P178: 'developer', P123: 'publisher', P136: 'genre', P400: 'platform', P404: 'mode' },
	...{ P179: 'series', P629: 'edition' },
}
/** Properties whose values are strings or URLs. */
const TEXT_PROPERTIES = { P856: 'website', P1733: 'steam', P2725: 'gog', P6278: 'epic' }

// `mul` has labels that are the same in all languages
const ENGLISH_FILTER = 'FILTER(LANG(?value) IN ("en", "mul"))'

/** Builds a query for the facts of items, one per row: `prop` names the fact, `value` and `more` hold it. */
export function buildFactsQuery(numbers: readonly number[]): string {
	const branches = [
		...Object.entries(ITEM_PROPERTIES).map(
			([property, name]) =>
				`{ ?item wdt:${property} ?other . ?other rdfs:label ?value . ${ENGLISH_FILTER} BIND("${name}" AS ?prop) }`,
		),
		...Object.entries(TEXT_PROPERTIES).map(
			([property, name]) => `{ ?item wdt:${property} ?value . BIND("${name}" AS ?prop) }`,
		),
		`{ ?item rdfs:label ?value . ${ENGLISH_FILTER} BIND("name" AS ?prop) }`,
		'{ ?item wikibase:sitelinks ?value . BIND("sitelinks" AS ?prop) }',
		'{ ?item p:P577 ?date . ?date a wikibase:BestRank ; psv:P577 ?time . ?time wikibase:timeValue ?value ; wikibase:timePrecision ?more . BIND("date" AS ?prop) }',
		'{ ?item p:P5794 ?slug . ?slug a wikibase:BestRank ; ps:P5794 ?value . OPTIONAL { ?slug pq:P9043 ?more } BIND("igdb" AS ?prop) }',
	]
	return `${PREFIXES}
SELECT ?item ?prop ?other ?value ?more WHERE {
	VALUES ?item { ${numbers.map((number) => `wd:Q${number}`).join(' ')} }
	${branches.join('\n	UNION ')}
}`
}
