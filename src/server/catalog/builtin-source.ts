/** The source name of the built-in games, whose ids are `savepoint:<slug>`. */
export const BUILTIN_SOURCE = 'savepoint'
