import { createRandom } from '#kit/misspell.ts'
import type { BuiltinGame } from './titles.ts'

/** A query, with the names of the games that it may mean, or with one game's name and year. */
export interface SearchQuery {
	kind: string
	typed: string
	names: readonly string[]
	year?: string
}

const COUNTS = { 'one slip': 120, 'two slips': 120, 'words swapped': 80, numbers: 60, year: 60 }
const NUMBERS = new Map([
	['II', '2'],
	['III', '3'],
	['IV', '4'],
	['V', '5'],
	['VI', '6'],
	['VII', '7'],
	['VIII', '8'],
	['IX', '9'],
	['X', '10'],
	['XII', '12'],
	['XIII', '13'],
])
const SPELLED = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** As people write them: the initials, and the names that these may mean. */
const INITIALS: Readonly<Record<string, string[]>> = {
	gta: ['Grand Theft Auto', 'Grand Theft Auto III', 'Grand Theft Auto V', 'Grand Theft Auto IV'],
	'gta 5': ['Grand Theft Auto V'],
	gtav: ['Grand Theft Auto V'],
	botw: ['The Legend of Zelda: Breath of the Wild'],
	totk: ['The Legend of Zelda: Tears of the Kingdom'],
	rdr2: ['Red Dead Redemption 2'],
	'rdr 2': ['Red Dead Redemption 2'],
	csgo: ['Counter-Strike: Global Offensive'],
	wow: ['World of Warcraft'],
	lol: ['League of Legends'],
	mgs: ['Metal Gear Solid'],
	mgs3: ['Metal Gear Solid 3: Snake Eater'],
	ff7: ['Final Fantasy VII'],
	ffx: ['Final Fantasy X'],
	ffxiv: ['Final Fantasy XIV: A Realm Reborn'],
	smb3: ['Super Mario Bros. 3'],
	kh2: ['Kingdom Hearts II'],
	tf2: ['Team Fortress 2'],
	l4d2: ['Left 4 Dead 2'],
	aoe2: ['Age of Empires II: The Age of Kings'],
	dmc: ['Devil May Cry'],
	tlou: ['The Last of Us'],
	sotc: ['Shadow of the Colossus'],
	sotn: ['Castlevania: Symphony of the Night'],
	acnh: ['Animal Crossing: New Horizons'],
	ssbm: ['Super Smash Bros. Melee'],
	hl2: ['Half-Life 2'],
	kotor: ['Star Wars: Knights of the Old Republic'],
	me2: ['Mass Effect 2'],
	'cod 4': ['Call of Duty 4: Modern Warfare'],
}
/** Other names and scripts that the catalog has, also in part. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	大富翁4: 'Richman 4',
	大富翁: 'Richman 4',
	仙剑奇侠传: 'The Legend of Sword and Fairy',
	仙剑: 'The Legend of Sword and Fairy',
	奇侠传: 'The Legend of Sword and Fairy',
	東方紅魔郷: 'Touhou Koumakyou: The Embodiment of Scarlet Devil',
	東方: 'Touhou Koumakyou: The Embodiment of Scarlet Devil',
	紅魔郷: 'Touhou Koumakyou: The Embodiment of Scarlet Devil',
	ＤＯＯＭ: 'Doom',
	ＴＥＴＲＩＳ: 'Tetris',
	gryzor: 'Contra',
	probotector: 'Contra',
	'dragon warrior': 'Dragon Quest',
	'dragon quest 7': 'Dragon Warrior VII',
	'fifa 24': 'EA Sports FC 24',
	'mother 2': 'EarthBound',
	'project zero': 'Fatal Frame',
	gmod: "Garry's Mod",
	rockman: 'Mega Man',
	pubg: "PlayerUnknown's Battlegrounds",
	'pokemon white': 'Pokémon Black Version',
	'pokemon soulsilver': 'Pokémon HeartGold Version',
	'pokemon violet': 'Pokémon Scarlet',
	'bust a move': 'Puzzle Bobble',
	biohazard: 'Resident Evil',
	'lylat wars': 'Star Fox 64',
	starwing: 'Star Fox',
	'chinese paladin': 'The Legend of Sword and Fairy',
	'r6 siege': "Tom Clancy's Rainbow Six Siege",
	'x-com ufo defense': 'UFO: Enemy Unknown',
}

/** Lists 500 queries for built-in games, 60 of them written by hand and the others made from the names. Deterministic. */
export function listSearchQueries(games: readonly BuiltinGame[]): SearchQuery[] {
	const random = createRandom(38)
	const pick = <T>(values: readonly T[]) => values[random(values.length)] as T
	const wordsOf = (name: string) => name.match(/[\p{L}\p{N}'’]+/gu) ?? []
	const take = (
		kind: keyof typeof COUNTS,
		fits: (game: BuiltinGame) => boolean,
		toTyped: (game: BuiltinGame) => string,
		more: (game: BuiltinGame) => Partial<SearchQuery> = () => ({}),
	) => {
		const fitting = games.filter(fits)
		return Array.from({ length: COUNTS[kind] }, (): SearchQuery => {
			const game = pick(fitting)
			return { kind, typed: toTyped(game), names: [game.name], ...more(game) }
		})
	}
	const longWords = (name: string) => wordsOf(name).filter((word) => /^\p{L}{4,}$/u.test(word))
	const slip = (word: string) => {
		const letters = [...word]
		const at = random(letters.length - 1)
		const letter = letters[at] ?? ''
		return [
			() => letters.toSpliced(at, 1),
			() => letters.toSpliced(at, 0, letter),
			() => letters.toSpliced(at, 1, pick([...'aeiorstnl'].filter((other) => other !== letter.toLowerCase()))),
			() => letters.toSpliced(at, 2, letters[at + 1] ?? '', letter),
		]
			[random(4)]?.()
			.join('') as string
	}
	const slipIn = (name: string, words: readonly string[]) =>
		words.reduce((typed, word) => typed.replace(word, () => slip(word)), name.toLowerCase())
	const lower = (name: string) => longWords(name.toLowerCase())
	const isNumbered = (name: string) => wordsOf(name).some((word) => NUMBERS.has(word) || /^[2-9]$/.test(word))
	return [
		...take(
			'one slip',
			({ name }) => longWords(name).length > 0,
			({ name }) => slipIn(name, [pick(lower(name))]),
		),
		...take(
			'two slips',
			({ name }) => lower(name).length > 1 || lower(name).some((word) => word.length > 6),
			({ name }) => {
				const words = [...new Set(lower(name))]
				const long = words.filter((word) => word.length > 6)
				if (words.length > 1 && (long.length === 0 || random(2) === 0)) {
					const one = pick(words)
					return slipIn(name, [one, pick(words.filter((word) => word !== one))])
				}
				const word = pick(long)
				const half = Math.ceil(word.length / 2)
				return name.toLowerCase().replace(word, () => slip(word.slice(0, half)) + slip(word.slice(half)))
			},
		),
		...take(
			'words swapped',
			({ name }) => wordsOf(name).length > 1,
			({ name }) => {
				const words = wordsOf(name.toLowerCase())
				const at = random(words.length - 1)
				return words.toSpliced(at, 2, words[at + 1] ?? '', words[at] ?? '').join(' ')
			},
		),
		...take(
			'numbers',
			({ name }) => isNumbered(name),
			({ name }) => {
				const isSpelled = random(2) === 0
				return wordsOf(name)
					.map((word) => {
						const digits = NUMBERS.get(word) ?? word
						if (isSpelled) return SPELLED[/^\d+$/.test(digits) ? Number(digits) : 0] || word
						return NUMBERS.get(word) ?? [...NUMBERS].find(([, number]) => number === word)?.[0] ?? word
					})
					.join(' ')
					.toLowerCase()
			},
		),
		...take(
			'year',
			({ name, releaseDate }) => releaseDate !== null && wordsOf(name).length < 4,
			({ name, releaseDate }) => `${name.toLowerCase()} ${releaseDate?.slice(0, 4)}`,
			({ releaseDate }) => ({ year: releaseDate?.slice(0, 4) ?? '' }),
		),
		...Object.entries(INITIALS).map(([typed, names]) => ({ kind: 'initials', typed, names })),
		...Object.entries(OTHER_NAMES).map(([typed, name]) => ({ kind: 'other names', typed, names: [name] })),
	]
}

/** A game as an answer to a query. */
interface Found {
	name: string
	releaseDate: string | null
}

/** The place of the first game that the query may mean, from 0; -1 if it is not among the results. */
export function findPlace({ names, year }: SearchQuery, found: readonly Found[]): number {
	return found.findIndex(
		({ name, releaseDate }) => names.includes(name) && (year === undefined || (releaseDate ?? '').slice(0, 4) === year),
	)
}
