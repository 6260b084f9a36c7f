import type { GameRef } from '#contract/game-ref.ts'
import { releaseYear } from '#web/app/format.ts'
import { isSearchable, normalizeSearchText } from '#web/features/search/use-search-text.ts'

/** How many games are offered for a name that no game has. */
const MAX_CHOICES = 3
const MAX_CALLS_AT_ONCE = 4
/** After so many failed calls the rest are not tried: the server or the network is away. */
const MAX_FAILURES = 8

const LIST_MARK = /^(?:[-–—*•·]|\d{1,3}[.)])\s+/

/** The games that a pasted name may mean. */
export interface NameMatch {
	name: string
	/** Whether a single game has this name, the only one in `games`. */
	isSure: boolean
	games: readonly GameRef[]
	/** Whether the search failed, so that it can be tried again. */
	hasFailed: boolean
}

/** Returns the names in a text with one on each line, without doubles and without the marks and numbers of lists. */
export function parseNames(text: string): string[] {
	const names = new Map<string, string>()
	for (const line of text.split(/\r\n?|\n/)) {
		const name = normalizeSearchText(
			line
				.replace(/[\p{Cc}\p{Cs}]/gu, ' ')
				.trim()
				.replace(LIST_MARK, ''),
		)
		const key = fold(name)
		if (key !== '' && !names.has(key)) names.set(key, name)
	}
	return [...names.values()]
}

/** Compares a name, which may end with the year of release, with the games that a search found for it. */
export function matchName(name: string, found: readonly GameRef[]): NameMatch {
	const wanted = fold(name).replace(/[([](\d{4})[)\]]$/, '$1')
	const isEqual = ({ name, releaseDate }: GameRef) =>
		fold(name) === wanted || (releaseDate !== null && `${fold(name)} ${releaseYear(releaseDate)}` === wanted)
	const equal = found.filter(isEqual)
	const isSure = equal.length === 1
	return {
		name,
		isSure,
		games: isSure ? equal : [...new Set([...equal, ...found])].slice(0, MAX_CHOICES),
		hasFailed: false,
	}
}

interface LookUpOptions {
	find: (name: string) => Promise<readonly GameRef[]>
	/** Called with the number of names that are done. */
	onProgress: (done: number) => void
	/** Ends the calls; the names that are left count as failed. */
	signal: AbortSignal
}

/** Searches for the game of each name, a few at once. */
export async function lookUpNames(
	names: readonly string[],
	{ find, onProgress, signal }: LookUpOptions,
): Promise<NameMatch[]> {
	const matches = names.map((name): NameMatch => ({ name, isSure: false, games: [], hasFailed: true }))
	const waiting = names.entries()
	let [done, failures] = [0, 0]
	const work = async () => {
		for (const [index, name] of waiting) {
			if (signal.aborted || failures >= MAX_FAILURES) return
			try {
				matches[index] = matchName(name, isSearchable(name) ? await find(name) : [])
			} catch {
				failures++
			}
			onProgress(++done)
		}
	}
	await Promise.all(Array.from({ length: MAX_CALLS_AT_ONCE }, work))
	return matches
}

/** Returns a text without what people type in different ways: case, accents, signs of trade and the shape of apostrophes. */
const fold = (text: string) =>
	text
		.replace(/[™®©]/g, '')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/[‘’]/g, "'")
		.toLowerCase()
		.replace(/\s+/g, ' ')
		.trim()
