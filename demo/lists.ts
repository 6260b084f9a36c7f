/** A list of games on the site whose pictures are taken. */
export interface MadeList {
	by: string
	title: string
	description: string
	daysAgo: number
	/** Names in the built-in catalogue, each with a note or none. */
	games: readonly (readonly [name: string, notes?: string])[]
}

export const lists: readonly MadeList[] = [
	{
		by: 'mira_k',
		title: 'Games that are really about a place',
		description:
			'You could take the plot away and I would still go back for the walk home. In the order in which I would move there.',
		daysAgo: 3,
		games: [
			['Outer Wilds', 'A whole solar system small enough to know by heart. I would live on the one with the pines.'],
			['Shadow of the Colossus', 'Nobody there. That is the point of the place.'],
			['Hollow Knight', 'It rains under the ground, and there is a bench.'],
			['Red Dead Redemption 2', 'For the camp in the evening, and only for that.'],
			['The Legend of Zelda: Breath of the Wild', 'The plateau, first morning.'],
			['Myst', 'Best dock in games. juno_w is right.'],
			['Journey'],
			['Death Stranding', 'Wet boots, good bridges.'],
		],
	},
	{
		by: 'mira_k',
		title: 'Finished on a rainy Sunday',
		description: 'Under five hours, over before dinner, still with me on Monday.',
		daysAgo: 24,
		games: [['Journey', 'Twice on the same day.'], ['Portal', 'Cake and all.'], ['Tetris'], ['Pac-Man']],
	},
	{
		by: 'mira_k',
		title: 'Next on the shelf',
		description: '',
		daysAgo: 50,
		games: [
			['Clair Obscur: Expedition 33'],
			['Metroid Prime'],
			['Deus Ex'],
			['NieR: Automata'],
			["Baldur's Gate 3"],
			['Persona 5'],
		],
	},
	{
		by: 'mira_k',
		title: 'Music I would buy again',
		description: 'Sound on, headphones, lights low.',
		daysAgo: 88,
		games: [['Chrono Trigger'], ['Celeste'], ['NieR: Automata'], ['Outer Wilds'], ['Hades']],
	},
	{
		by: 'mira_k',
		title: 'Kind games for hard weeks',
		description: 'Nothing chases you here, or not for long.',
		daysAgo: 160,
		games: [['Stardew Valley'], ['Animal Crossing: New Horizons'], ['Journey']],
	},
	{
		by: 'oldsave',
		title: 'The winter rotation',
		description: 'One of these every second winter, on the machine it came out for.',
		daysAgo: 13,
		games: [
			['Chrono Trigger', 'First snow.'],
			['Super Metroid', 'One sitting. Tea.'],
			['Castlevania: Symphony of the Night', 'For the menus alone.'],
			['The Legend of Zelda: Ocarina of Time'],
			['Super Mario World', 'Star Road with my brother on the phone.'],
			['Metal Gear Solid', 'Second port. You know.'],
		],
	},
	{
		by: 'juno_w',
		title: 'Notice it yourself',
		description: 'They show, you look. No arrows.',
		daysAgo: 5,
		games: [
			['Return of the Obra Dinn', 'Socks.'],
			['Outer Wilds'],
			['Myst'],
			['Portal 2'],
			['Inscryption', 'Get up from the table.'],
		],
	},
	{
		by: 'tobben',
		title: 'Things that killed me, by how fair it was',
		description: 'Fairest first. The camera is not on this list because it is not a game.',
		daysAgo: 16,
		games: [
			['Sekiro: Shadows Die Twice', 'Always my fault.'],
			['Celeste', 'My fault, with sympathy.'],
			['Spelunky', 'My fault, in hindsight, via an arrow.'],
			['Bloodborne', 'Mostly my fault.'],
			['Dark Souls', 'Archers. You know which.'],
		],
	},
]
