import { createSimulatedTime, type Fault, type SimulatedTime, startFaultyServer } from './faulty-server.ts'

interface Item {
	number: number
	sitelinks: number
	modified: string
	/** Whether it is something else than a game. */
	isOther?: boolean
	/** Its ids elsewhere, of any kind. */
	ids?: readonly string[]
	/** Its other names. */
	aliases?: readonly string[]
	/** Result rows about the item, without the item itself. */
	facts: readonly Record<string, unknown>[]
}

interface Options {
	time?: SimulatedTime
	items: readonly Item[]
	/** Returns the fault of a request by its number, from 1, and its step. */
	fault?: (number: number, step: Step) => Fault | undefined
	/** How long the service takes per item, in simulated time. */
	msPerItem?: number
	/** How long each answer takes, in real time. */
	delayMs?: number
}

export interface Step {
	name: 'numbers' | 'facts' | 'count' | 'search' | 'class' | 'id'
	/** The number of items requested. */
	size: number
}

const ENTITY = 'http://www.wikidata.org/entity/'

export const uri = (value: string) => ({ type: 'uri', value: value.startsWith('Q') ? `${ENTITY}${value}` : value })
export const text = (value: string, lang?: string) => ({
	type: 'literal',
	value,
	...(lang ? { 'xml:lang': lang } : {}),
})
export const fact = (prop: string, value: unknown, more: Record<string, unknown> = {}) => ({
	prop: text(prop),
	value,
	...more,
})

/** Starts a fake of Wikidata's query service, which recognizes the importer's queries by their step. */
export async function startWikidataServer({
	time = createSimulatedTime(),
	items,
	fault,
	msPerItem = 0,
	delayMs,
}: Options) {
	const server = await startFaultyServer(
		time,
		({ body }) => {
			const query = new URLSearchParams(body).get('query') ?? ''
			const step = stepOf(query)
			time.now += msPerItem * step.size
			if (step.name === 'facts') {
				const numbers = [...query.matchAll(/wd:Q(\d+)/g)].map(([, number]) => Number(number))
				const found = items.filter(({ number }) => numbers.includes(number))
				// The service's order is arbitrary
				return bindings(
					found.toReversed().flatMap(({ number, facts }) => facts.map((row) => ({ item: uri(`Q${number}`), ...row }))),
				)
			}
			const games = items.filter(({ isOther }) => !isOther)
			if (step.name === 'class') {
				const only = Number(/VALUES \?only \{ wd:Q(\d+) \}/.exec(query)?.[1])
				return bindings(games.filter(({ number }) => number === only).map(toNumber))
			}
			if (step.name === 'id') {
				const [, id] = /VALUES \?id \{ "([^"]*)" \}/.exec(query) ?? []
				return bindings(games.filter(({ ids = [] }) => id !== undefined && ids.includes(id)).map(toNumber))
			}
			if (step.name === 'search') {
				const words = [...query.matchAll(/inlabel:(\S+)/gu)].map(([, word = '']) => word)
				const limit = Number(/DESC\(\?links\) LIMIT (\d+)/.exec(query)?.[1])
				const named = games.filter((item) =>
					labelsOf(item).some((label) => words.every((word) => label.includes(word))),
				)
				return bindings(
					named
						.sort((one, other) => other.sitelinks - one.sitelinks)
						.slice(0, limit)
						.map(toNumber),
				)
			}
			const least = Number(/\?links >= (\d+)/.exec(query)?.[1])
			const after = Number(/\?number > (\d+)/.exec(query)?.[1])
			const since = /\?modified >= "([^"]+)"\^\^xsd:dateTime/.exec(query)?.[1] ?? ''
			const found = items
				.filter(({ number, sitelinks, modified }) => sitelinks >= least && number > after && modified >= since)
				.map(({ number }) => number)
				.sort((one, other) => one - other)
			if (step.name === 'count') return bindings([{ count: text(String(found.length)) }])
			return bindings(found.slice(0, step.size).map((number) => toNumber({ number })))
		},
		(number, { body }) => fault?.(number, stepOf(new URLSearchParams(body).get('query') ?? '')),
		delayMs,
	)
	return {
		time,
		asked: server.asked,
		/** The requested steps, in order. */
		steps: () => server.asked.map(({ body }) => stepOf(new URLSearchParams(body).get('query') ?? '')),
		settings: { endpoint: `${server.url}/sparql`, sitelinks: 10, contact: ['https://games.example'], timing: time },
		[Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
	}
}

const toNumber = ({ number }: Pick<Item, 'number'>) => ({ number: text(String(number)) })

/** Returns the names of an item, in lower case. */
function labelsOf({ facts, aliases = [] }: Item): string[] {
	const names = facts.flatMap(({ prop, value }) =>
		(prop as { value: string }).value === 'name' ? [(value as { value: string }).value] : [],
	)
	return [...names, ...aliases].map((name) => name.toLowerCase())
}

function stepOf(query: string): Step {
	const [, items] = /VALUES \?item \{([^}]*)\}/.exec(query) ?? []
	if (items !== undefined) return { name: 'facts', size: items.trim().split(' ').length }
	if (query.includes('wikibase:mwapi {')) return { name: 'search', size: 1 }
	if (query.includes('VALUES ?id {')) return { name: 'id', size: 1 }
	if (query.includes('VALUES ?only')) return { name: 'class', size: 1 }
	const limit = /ORDER BY \?number LIMIT (\d+)/.exec(query)?.[1]
	return limit === undefined ? { name: 'count', size: 1 } : { name: 'numbers', size: Number(limit) }
}

function bindings(rows: readonly unknown[]) {
	return { body: { head: { vars: [] }, results: { bindings: rows } } }
}
