/** Returns a game's name, or a fallback if the catalog has none. */
export const getGameName = ({ name }: { name: string | null | undefined }): string => name || 'Unknown Game'
