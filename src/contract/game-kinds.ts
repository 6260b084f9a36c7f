/** What a game is: one of its own, or an edition or addition of another. */
export const GAME_KINDS = ['game', 'expansion', 'remaster', 'remake', 'port', 'bundle'] as const
export type GameKind = (typeof GAME_KINDS)[number]

/** How an edition is named before the game that it is of. */
export const EDITION_LABELS: Readonly<Record<GameKind, string>> = {
	game: 'Edition of',
	expansion: 'Expansion of',
	remaster: 'Remaster of',
	remake: 'Remake of',
	port: 'Port of',
	bundle: 'Bundle with',
}
