import { LETTER_NUMERALS, NUMERALS } from '#server/db/text-folding.ts'
import { parseSearchQuery } from '#server/features/search/search-key.ts'

/** A form of a title in which it may be in the catalog. */
export interface TitleForm {
	/** In joined search form, with and without a leading "the". */
	keys: string[]
	/** With letters that may be numbers read the other way: x for 10. */
	numeralKeys: string[]
	/** What was peeled off to get here: '' for the title itself. */
	peeled: string
	/** A year in brackets that was peeled off, if nothing else was. */
	year: number | null
}

/** How a title is looked for in the catalog. */
export interface TitleQuery {
	/** The title itself, then with less and less of what may be an edition. */
	forms: TitleForm[]
	/** The words without a leading "the", as names begin with them. */
	prefix: string
	tokens: string[]
	/** Signs that no search form keeps, and that tell games apart. */
	signs: string
}

const MAX_TITLE = 300
const MAX_STEPS = 4

// Of titles whose words are one space apart
const BRACKETS = / ?(?:\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\})$/
const YEAR = /^(?:19[5-9]\d|20\d\d)$/
const EDITION =
	/[ :,–—-](?:the )?(?:(?:game of the year|goty|definitive|complete|digital deluxe|deluxe|ultimate|gold|special|enhanced|(?:\d{1,3}th )?anniversary|collector['’]?s|legendary|limited|premium|standard|platinum|extended|launch|day one|console|switch|steam|pc|windows|hd|vr|final|remastered) (?:edition|version|cut)|hd remaster(?:ed)?|remaster(?:ed)?|remake|director['’]?s cut|redux|goty|hd|vr)$/i
const TRAILING_YEAR = / (?:19[5-9]\d|20\d\d)$/
const SUBTITLE = / ?(?::| [-–—] )/
const SEPARATORS = ' :,–—-'
const LAST_ARTICLE = /^(.*), (the|a|an)$/i
const SIGNS = /[+*!?#%∞★☆♥♡]/g
const LETTERS_OF_NUMBERS = new Map([...LETTER_NUMERALS].map(([letter, number]) => [number, letter]))

/** Returns how a title is looked for. */
export function toTitleQuery(title: string): TitleQuery {
	let rest = moveArticle(title.slice(0, MAX_TITLE).replace(/\s+/g, ' ').trim())
	const { key, tokens } = parseSearchQuery(rest)
	const forms = [toForm(rest, '', null)]
	let peeled = ''
	for (let step = 0; step < MAX_STEPS; step++) {
		const next = peel(rest)
		if (!next) break
		peeled = next.peeled + (peeled && ` ${peeled}`)
		const isOnlyYear = step === 0 && next.year !== null
		forms.push(toForm(next.rest, peeled, isOnlyYear ? next.year : null))
		rest = next.rest
	}
	return { forms, prefix: key, tokens, signs: readSigns(title) }
}

/** Returns the signs of a name that no search form keeps. */
export function readSigns(name: string): string {
	return (name.match(SIGNS) ?? []).join('')
}

function moveArticle(title: string): string {
	const [, name, article] = LAST_ARTICLE.exec(title) ?? []
	return name && article ? `${article} ${name}` : title
}

function toForm(title: string, peeled: string, year: number | null): TitleForm {
	const { joined, key } = parseSearchQuery(title)
	const numerals = key.split(' ').map((run) => LETTER_NUMERALS.get(run) ?? LETTERS_OF_NUMBERS.get(run) ?? run)
	const other = numerals.map((run) => NUMERALS.get(run) ?? run).join('')
	return {
		keys: withAndWithoutThe(joined),
		numeralKeys: withAndWithoutThe(other).filter((form) => !withAndWithoutThe(joined).includes(form)),
		peeled,
		year,
	}
}

function withAndWithoutThe(joined: string): string[] {
	if (joined === '') return []
	return joined.startsWith('the') && joined.length > 3 ? [joined, joined.slice(3)] : [joined, `the${joined}`]
}

/** Takes the last thing that may be an edition off a title. */
function peel(title: string): { rest: string; peeled: string; year: number | null } | undefined {
	for (const pattern of [BRACKETS, EDITION, TRAILING_YEAR, SUBTITLE]) {
		const found = pattern.exec(title)
		if (!found || found.index === 0) continue
		const inside = (found[1] ?? found[2] ?? found[3])?.trim()
		const year = pattern === BRACKETS && inside && YEAR.test(inside) ? Number(inside) : null
		const [rest, peeled] = [title.slice(0, found.index), title.slice(found.index)]
		return { rest: trimSeparators(rest), peeled: peeled.replace(/^[ :,–—-]+/, ''), year }
	}
	return undefined
}

function trimSeparators(title: string): string {
	let end = title.length
	while (end > 0 && SEPARATORS.includes(title.charAt(end - 1))) end--
	return title.slice(0, end)
}
