/** The password of every account in tests. */
export const PASSWORD = 'Correct1Horse'
