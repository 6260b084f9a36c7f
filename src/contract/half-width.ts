/** Returns a text with plain characters for those that a Japanese or Chinese keyboard types in full width: `90` for `９０`. */
export const toHalfWidth = (text: string) => text.normalize('NFKC')
