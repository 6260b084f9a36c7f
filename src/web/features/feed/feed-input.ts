/** The input of a member's feed, from a cursor on. */
export const feedInput = (cursor: string | null) => ({ query: { limit: 30, ...(cursor !== null && { cursor }) } })
