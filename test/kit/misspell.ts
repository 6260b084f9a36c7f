/** A misspelled title, and the kind of misspelling. */
export interface Misspelling {
	title: string
	typed: string
	kind: string
}

const MISSPELLERS: Readonly<Record<string, (title: string, random: (below: number) => number) => string>> = {
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
	'a letter left out': (title, random) => misspellWord(title, random, (letters, at) => letters.toSpliced(at, 1)),
	'a letter twice': (title, random) =>
		misspellWord(title, random, (letters, at) => letters.toSpliced(at, 0, letters[at] ?? '')),
	'a wrong letter': (title, random) =>
		misspellWord(title, random, (letters, at) => letters.with(at, letters[at] === 'e' ? 'a' : 'e')),
	'two letters swapped': (title, random) =>
		misspellWord(title, random, (letters, at) => letters.toSpliced(at, 2, letters[at + 1] ?? '', letters[at] ?? '')),
}

/** Misspells each title, cycling through eleven kinds. Deterministic. */
export function misspell(titles: readonly string[]): Misspelling[] {
	const random = createRandom(11)
	const misspellers = Object.entries(MISSPELLERS)
	return titles.flatMap((title, index) => {
		const [kind, change] = misspellers[index % misspellers.length] ?? []
		return kind === undefined || change === undefined ? [] : [{ title, typed: change(title, random), kind }]
	})
}

/** Creates a seeded generator of random integers below a bound. */
export function createRandom(seed: number): (below: number) => number {
	let state = seed
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
		return Math.floor((state / 2 ** 32) * below)
	}
}

/** Changes a letter inside a random word of at least four letters. */
function misspellWord(
	title: string,
	random: (below: number) => number,
	change: (letters: string[], at: number) => string[],
): string {
	const words = [...title.matchAll(/\p{L}{4,}/gu)]
	const word = words[random(words.length)]
	if (!word) return title
	const changed = change([...word[0]], 1 + random([...word[0]].length - 2)).join('')
	return title.slice(0, word.index) + changed + title.slice(word.index + word[0].length)
}
