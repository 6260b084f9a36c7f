/** What a game is called; a catalog may have left the name out. */
export const getGameName = ({ name }: { name: string | null | undefined }): string => name || 'Unknown Game'
