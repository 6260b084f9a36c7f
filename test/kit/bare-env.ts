/** The environment of a program that a test starts: none of the settings of whoever runs the tests. */
export const BARE_ENV = {
	PATH: process.env.PATH,
	// What one process has compiled the next one need not
	...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
}
