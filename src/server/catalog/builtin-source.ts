/** The source of the games that come with the program; their ids are `savepoint:` and a slug. */
export const BUILTIN_SOURCE = 'savepoint'
