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

/** Which items are wanted. */
export interface ItemFilter {
	/** The least number of pages about a game in Wikipedias and their sisters. */
	sitelinks: number
	/** An ISO time: items changed since. */
	since: string | undefined
	/** Items with higher numbers. */
	after: number
}

/** Video games, and free ones, which are a class of their own. */
function buildItemPattern({ sitelinks, since, after }: ItemFilter): string {
	return `	VALUES ?class { wd:Q7889 wd:Q21125433 }
	?item wdt:P31 ?class ; wikibase:sitelinks ?links .
	FILTER(?links >= ${sitelinks})
${since === undefined ? '' : `	?item schema:dateModified ?modified .\n	FILTER(?modified >= "${since}"^^xsd:dateTime)\n`}	BIND(xsd:integer(STRAFTER(STR(?item), "/entity/Q")) AS ?number)
	FILTER(?number > ${after})`
}

/** The numbers of the wanted items, lowest first. */
export function buildNumbersQuery(wanted: ItemFilter, limit: number): string {
	return `${PREFIXES}
SELECT DISTINCT ?number WHERE {
${buildItemPattern(wanted)}
} ORDER BY ?number LIMIT ${limit}`
}

export function buildCountQuery(wanted: ItemFilter): string {
	return `${PREFIXES}
SELECT (COUNT(DISTINCT ?number) AS ?count) WHERE {
${buildItemPattern(wanted)}
}`
}

/** Facts that are other items; of these the labels are wanted. */
const ITEM_PROPERTIES = { P178: 'developer', P123: 'publisher', P136: 'genre', P400: 'platform', P404: 'mode' }
/** Facts that are texts or addresses. */
const TEXT_PROPERTIES = { P856: 'website', P1733: 'steam', P2725: 'gog', P6278: 'epic' }

// Labels that are the same in all languages stand under `mul`
const ENGLISH_FILTER = 'FILTER(LANG(?value) IN ("en", "mul"))'

/** The facts of items, one a row: `prop` says which, `value` and `more` what. */
export function buildFactsQuery(numbers: readonly number[]): string {
	const branches = [
		...Object.entries(ITEM_PROPERTIES).map(
			([property, name]) =>
				`{ ?item wdt:${property} ?other . ?other rdfs:label ?value . ${ENGLISH_FILTER} BIND("${name}" AS ?prop) }`,
		),
		...Object.entries(TEXT_PROPERTIES).map(([property, name]) => `{ ?item wdt:${property} ?value . BIND("${name}" AS ?prop) }`),
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
