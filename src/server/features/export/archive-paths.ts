/** The path of a person's picture in an archive. */
export const PORTRAIT_PATH = 'pictures/profile.webp'

/** Returns the path of a game's cover in an archive. */
export const coverPath = (gameId: number): string => `pictures/games/${gameId}.webp`
