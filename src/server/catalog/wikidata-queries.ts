const PREFIXES = `PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
PREFIX p: <http://www.wikidata.org/prop/>
PREFIX ps: <http://www.wikidata.org/prop/statement/>
PREFIX psv: <http://www.wikidata.org/prop/statement/value/>
PREFIX pq: <http://www.wikidata.org/prop/qualifier/>
PREFIX wikibase: <http://wikiba.se/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX schema: <http://schema.org/>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>`

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
function buildItemPattern({ sitelinks, since, after }: ItemFilter): string {
	return `	VALUES ?class { wd:Q7889 wd:Q21125433 }
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

/** Properties whose values are items, of which the labels are read. */
const ITEM_PROPERTIES = { P178: 'developer', P123: 'publisher', P136: 'genre', P400: 'platform', P404: 'mode' }
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
