/** The message of a search field whose search failed. */
export const SEARCH_FAILED = 'An error occurred while searching for games/users'
