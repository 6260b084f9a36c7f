/** A minimal environment for processes started by tests, without any settings of the developer's shell. */
export const BARE_ENV = {
	PATH: process.env.PATH,
	// Share the compile cache between processes
	...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
}
