/** What a game is called; a catalogue may have left the name out. */
export const gameName = ({ name }: { name: string | null | undefined }): string => name || 'Unknown Game'
