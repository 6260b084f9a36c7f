import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'

const Term = Type.Object({
	type: Type.Union(['uri', 'literal', 'typed-literal', 'bnode'].map((type) => Type.Literal(type))),
	value: Type.String(),
	'xml:lang': Type.Optional(Type.String()),
})
/** A row of the response to the facts query. */
const Fact = Type.Object({ item: Term, prop: Term, value: Term, other: Type.Optional(Term), more: Type.Optional(Term) })
export type Fact = Static<typeof Fact>
export const factValidator = Compile(Fact)

/** Converts a Wikidata item to a catalog record, or returns the reason why it is unusable. */
export function parseWikidataItem(number: number, facts: readonly Fact[]): { record: unknown } | { reason: string } {
	const id = `Q${number}`
	const of = (prop: string) => facts.filter((fact) => fact.prop.value === prop && isKnown(fact.value))
	const name = pickLabel(of('name').map(({ value }) => value))
	if (name === undefined || name === id) return { reason: 'The item has no English name' }
	const sitelinks = getTexts(of('sitelinks')).find((text) => /^\d+$/.test(text))
	const steam = getTexts(of('steam')).filter((text) => /^\d+$/.test(text))
	// GOG's ids begin with the product type
	const gog = getTexts(of('gog')).flatMap((text) => /^game\/([\w-]+)$/.exec(text)?.[1]?.toLowerCase() ?? [])
	return {
		record: {
			sourceId: `wikidata:${id}`,
			name,
			releaseDate: getReleaseDate(of('date')),
			developers: getLabels(of('developer')),
			publishers: getLabels(of('publisher')),
			genres: getLabels(of('genre')),
			platforms: getLabels(of('platform')),
			gameModes: getLabels(of('mode')),
			series: getLabels(of('series'))[0] ?? null,
			editionOf: getEdition(of('edition'), id),
			websites: [
				...getTexts(of('website')).map((url) => ({ url, category: 'official' })),
				...steam.map((app) => ({ url: `https://store.steampowered.com/app/${app}/`, category: 'steam' })),
				...gog.map((slug) => ({ url: `https://www.gog.com/en/game/${slug}`, category: 'gog' })),
			],
			// Articles in a hundred languages give the maximum of 100
			prominence: sitelinks === undefined ? null : 15 * Math.log2(1 + Number(sitelinks)),
			externalIds: [
				{ source: 'wikidata', id },
				...steam.map((app) => ({ source: 'steam', id: app })),
				...gog.map((slug) => ({ source: 'gog', id: slug })),
				...getTexts(of('epic')).map((product) => ({ source: 'epic', id: product })),
				...getTexts(of('igdb')).map((slug) => ({ source: 'igdb-slug', id: slug })),
				...of('igdb').flatMap(({ more }) =>
					more && /^\d+$/.test(more.value) ? [{ source: 'igdb', id: more.value }] : [],
				),
			],
		},
	}
}

/** Returns false for Wikidata's "unknown value", which is a blank node. */
function isKnown({ type, value }: Fact['value']): boolean {
	return type !== 'bnode' && !value.includes('/.well-known/genid/')
}

function getTexts(facts: readonly Fact[]): string[] {
	return [...new Set(facts.map(({ value }) => value.value))].sort()
}

/** Returns the sorted labels of the facts' items, preferably in English. */
function getLabels(facts: readonly Fact[]): string[] {
	const byItem = new Map<string, Fact['value'][]>()
	for (const { other, value } of facts) {
		if (!other || !isKnown(other)) continue
		byItem.set(other.value, [...(byItem.get(other.value) ?? []), value])
	}
	return [...byItem]
		.flatMap(([item, values]) => {
			const label = pickLabel(values)
			return label === undefined || item.endsWith(`/${label}`) ? [] : [label]
		})
		.sort()
}

/** Returns the `sourceId` of the item of which an item is an edition. */
function getEdition(facts: readonly Fact[], ownId: string): string | null {
	const ids = facts.flatMap(({ other }) => /\/entity\/(Q\d{1,15})$/.exec(other?.value ?? '')?.[1] ?? [])
	const [first] = ids.filter((id) => id !== ownId).sort()
	return first === undefined ? null : `wikidata:${first}`
}

function pickLabel(values: readonly Fact['value'][]): string | undefined {
	return (values.find((value) => value['xml:lang'] === 'en') ?? values[0])?.value
}

const DATE_LENGTHS = new Map([
	['9', 4],
	['10', 7],
	['11', 10],
])

/** Returns the earliest release date. A more precise date in the same year or month counts as the same release. */
function getReleaseDate(facts: readonly Fact[]): string | null {
	const dates = facts.flatMap(({ value, more }) => {
		const day = /^\+?(\d{4}-\d\d-\d\d)T/.exec(value.value)?.[1]
		const length = DATE_LENGTHS.get(more?.value ?? '')
		return day && length ? [day.slice(0, length)] : []
	})
	let earliest: string | undefined
	for (const date of dates.sort()) if (earliest === undefined || date.startsWith(earliest)) earliest = date
	return earliest ?? null
}
