/** The bounds of a game's facts, whoever states them. Apart from `LIMITS`, which every page loads. */
export const FACT_LIMITS = {
	name: 200,
	word: 120,
	words: 50,
	summary: 5_000,
	storyline: 20_000,
	url: 2_000,
	category: 40,
	websites: 40,
	screenshots: 20,
} as const

/** The facts of a game that moderators edit, in the order of screens. */
export const EDITABLE_FACTS = [
	'name',
	'aliases',
	'releaseDate',
	'developers',
	'publishers',
	'platforms',
	'genres',
	'gameModes',
	'series',
	'summary',
	'storyline',
	'description',
	'websites',
	'cover',
	'screenshots',
] as const
export type EditableFact = (typeof EDITABLE_FACTS)[number]

/** How screens and the log name a fact. */
export const FACT_LABELS: Readonly<Record<EditableFact, string>> = {
	name: 'Name',
	aliases: 'Other names',
	releaseDate: 'Released',
	developers: 'Developers',
	publishers: 'Publishers',
	platforms: 'Platforms',
	genres: 'Genres',
	gameModes: 'Game modes',
	series: 'Series',
	summary: 'Summary',
	storyline: 'Storyline',
	description: 'Description',
	websites: 'Links',
	cover: 'Cover',
	screenshots: 'Screenshots',
}
