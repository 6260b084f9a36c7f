/** Counts the words of a text, which blanks separate. */
export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length
