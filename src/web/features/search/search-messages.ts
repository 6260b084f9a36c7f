/** What a search field of the page says when it could not search. */
export const SEARCH_FAILED = 'An error occurred while searching for games/users'
