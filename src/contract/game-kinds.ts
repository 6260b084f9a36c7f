/** What a game is: one of its own, or an edition or addition of another. */
export const GAME_KINDS = ['game', 'expansion', 'remaster', 'remake', 'port', 'bundle'] as const
export type GameKind = (typeof GAME_KINDS)[number]
