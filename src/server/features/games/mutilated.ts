/** A title as people type it, and how it was spoilt. */
export interface Mutilated {
	title: string
	typed: string
	how: string
}

const SPOIL: Readonly<Record<string, (title: string, random: (below: number) => number) => string>> = {
	'other case': (title) =>
		[...title].map((letter, index) => (index % 2 ? letter.toUpperCase() : letter.toLowerCase())).join(''),
	'no accents': (title) => title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
	'no punctuation': (title) => title.replace(/[^\p{L}\p{N}\s]/gu, ' '),
	'punctuation left out': (title) => title.replace(/[^\p{L}\p{N}\s]/gu, ''),
	'other order': (title) =>
		title
			.replace(/[^\p{L}\p{N}\s'’]/gu, ' ')
			.split(/\s+/)
			.filter(Boolean)
			.reverse()
			.join(' '),
	joined: (title) => title.replace(/[^\p{L}\p{N}]/gu, ''),
	'two words joined': (title) => title.replace(/(\p{L}) (\p{L})/u, '$1$2'),
	'a letter left out': (title, random) => slip(title, random, (letters, at) => letters.toSpliced(at, 1)),
	'a letter twice': (title, random) =>
		slip(title, random, (letters, at) => letters.toSpliced(at, 0, letters[at] ?? '')),
	'a wrong letter': (title, random) =>
		slip(title, random, (letters, at) => letters.with(at, letters[at] === 'e' ? 'a' : 'e')),
	'two letters swapped': (title, random) =>
		slip(title, random, (letters, at) => letters.toSpliced(at, 2, letters[at + 1] ?? '', letters[at] ?? '')),
}

/** The titles, each spoilt in the next of eleven ways; always the same for the same titles. */
export function mutilate(titles: readonly string[]): Mutilated[] {
	const random = numbers(11)
	const ways = Object.entries(SPOIL)
	return titles.flatMap((title, index) => {
		const [how, spoil] = ways[index % ways.length] ?? []
		return how === undefined || spoil === undefined ? [] : [{ title, typed: spoil(title, random), how }]
	})
}

/** Whole numbers below a bound, in an order that only the seed decides. */
export function numbers(seed: number): (below: number) => number {
	let state = seed
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return Math.floor((state / 2 ** 32) * below)
	}
}

/** Spoils a letter within one of the words that have four letters or more. */
function slip(
	title: string,
	random: (below: number) => number,
	spoil: (letters: string[], at: number) => string[],
): string {
	const words = [...title.matchAll(/\p{L}{4,}/gu)]
	const word = words[random(words.length)]
	if (!word) return title
	const spoilt = spoil([...word[0]], 1 + random([...word[0]].length - 2)).join('')
	return title.slice(0, word.index) + spoilt + title.slice(word.index + word[0].length)
}
