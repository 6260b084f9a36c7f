import type { Motif } from './motifs.ts'

/** The motifs for a genre, matched by a word anywhere in its name. More specific words come first. */
const MOTIFS_BY_GENRE: readonly (readonly [word: RegExp, motifs: readonly Motif[]])[] = [
	[
		/horror/i,
		['eye', 'corridor', 'door', 'forest', 'spiral', 'mask', 'windows', 'torch', 'cave', 'graves', 'house', 'tentacles'],
	],
	[/rac(e|ing)|driving/i, ['track', 'track', 'road', 'car', 'car', 'flag', 'ribbons']],
	[/sport/i, ['court', 'court', 'trophy', 'racket', 'hoop', 'track', 'ribbons']],
	[/fighting|beat 'em up/i, ['versus', 'versus', 'fists', 'fists', 'burst', 'mask', 'duel', 'ribbons']],
	[/card|board/i, ['cards', 'cards', 'dice', 'die', 'checkers']],
	[
		/puzzle/i,
		['tiles', 'maze', 'spiral', 'keyhole', 'squares', 'bubbles', 'blocks', 'hourglass', 'gears', 'checkers', 'flasks'],
	],
	[/music|rhythm/i, ['bars', 'bars', 'vinyl', 'vinyl', 'ribbons', 'burst']],
	[/pinball/i, ['bubbles', 'target', 'orbit', 'burst']],
	[/arcade/i, ['maze', 'invaders', 'ladders', 'volley', 'paddle', 'bars', 'leaps', 'burst', 'rocket']],
	[
		/platform/i,
		[
			...(['steps', 'leaps', 'leaps', 'ladders', 'ladders', 'island', 'peaks', 'scales', 'crystals'] as const),
			...(['balloons', 'mesa', 'cave', 'tree', 'mushrooms', 'clouds', 'leaves', 'gears', 'door'] as const),
		],
	],
	[/metroidvania/i, ['tower', 'cave', 'crystals', 'spiral', 'deep-sea', 'door', 'torch', 'ladders', 'leaves']],
	[
		/shooter/i,
		[
			'target',
			'helmet',
			'bullets',
			'volley',
			'corridor',
			'orbit',
			'burst',
			'starship',
			'skyline',
			'parachutes',
			'tank',
		],
	],
	[/stealth/i, ['windows', 'rooftops', 'corridor', 'moons', 'torii', 'mask']],
	[/roguelike/i, ['door', 'cave', 'flasks', 'torch', 'skull', 'maze', 'cards', 'serpent', 'die']],
	[/hack and slash/i, ['blade', 'duel', 'tower', 'serpent', 'claws', 'mask', 'dragon']],
	[
		/role-playing|rpg/i,
		[
			...(['horizon', 'tower', 'blade', 'constellation', 'door', 'peaks', 'shield', 'forest', 'crystals'] as const),
			...(['flasks', 'dragon', 'torch', 'tree', 'moons', 'bridge', 'book', 'contours', 'die', 'eclipse'] as const),
		],
	],
	[/moba/i, ['hexes', 'shield', 'versus', 'tower', 'duel']],
	[/real.time strategy|rts/i, ['hexes', 'banners', 'tank', 'orbit', 'helmet', 'contours', 'gears']],
	[/strategy|tactic/i, ['hexes', 'contours', 'banners', 'crown', 'constellation', 'shield', 'checkers', 'compass']],
	[
		/simulat|management|building/i,
		['fields', 'town', 'island', 'circuit', 'skyline', 'gears', 'balloons', 'windows', 'tree', 'plane', 'train'],
	],
	[
		/point-and-click|visual novel|interactive fiction/i,
		['keyhole', 'windows', 'lighthouse', 'magnifier', 'book', 'rain', 'ship', 'mask', 'hourglass', 'bridge', 'heart'],
	],
	[/sandbox/i, ['cubes', 'steps', 'fields', 'island', 'bricks', 'tree', 'gears']],
	[/survival/i, ['forest', 'peaks', 'deep-sea', 'torch', 'cave', 'lighthouse', 'antenna']],
	[/action/i, ['skyline', 'road', 'mesa', 'blade', 'scales', 'bars', 'ribbons', 'burst', 'rooftops']],
	[
		/adventure/i,
		[
			...(['horizon', 'peaks', 'forest', 'deep-sea', 'ship', 'island', 'mesa', 'scales', 'keyhole'] as const),
			...(['lighthouse', 'bridge', 'balloons', 'contours', 'tree', 'cave', 'compass', 'clouds', 'leaves'] as const),
		],
	],
]

const DEFAULT_MOTIFS: readonly Motif[] = [
	...(['horizon', 'peaks', 'orbit', 'constellation', 'scales', 'bars', 'spiral', 'island', 'tiles', 'ship'] as const),
	...(['ribbons', 'moons', 'contours', 'bridge', 'lighthouse', 'balloons', 'crystals', 'tree', 'hourglass'] as const),
	...(['gears', 'checkers', 'clouds', 'compass'] as const),
]

/** Returns the motifs for a game's genres; those of more specific genres occur more often. */
export function findMotifs(genres: readonly string[]): readonly Motif[] {
	const [first, second, third] = MOTIFS_BY_GENRE.filter(([word]) => genres.some((genre) => word.test(genre))).map(
		([, motifs]) => motifs,
	)
	if (!first) return DEFAULT_MOTIFS
	return [...first, ...first, ...(second ?? []), ...(third ?? [])]
}
