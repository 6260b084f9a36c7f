/** Texts with marks of spoilers, and what is left of them for who may not see these: the contract and the database hold to it. */
export const SPAN_CASES: readonly (readonly [text: string, hidden: string])[] = [
	['plain', 'plain'],
	['a || b', 'a || b'],
	['||||', '||||'],
	['|| ||', '|| ||'],
	['||b||', '▮▮▮'],
	['||two words||', '▮▮▮'],
	['||two\nlines||', '▮▮▮'],
	['a||b||c', 'a▮▮▮c'],
	['||a|| ||b||', '▮▮▮ ▮▮▮'],
	['||a||b||', '▮▮▮b||'],
	['|||a|||', '▮▮▮|'],
	['a ||||b|| c', 'a ||▮▮▮ c'],
	// White space next to a mark, on the inside
	['a || b || c', 'a || b || c'],
	['|| b ||', '|| b ||'],
	['a|| b|| c', 'a|| b|| c'],
	['a ||b || c', 'a ||b || c'],
	['||\u00a0b||', '||\u00a0b||'],
	['||\u3000b||', '||\u3000b||'],
	['||b\n||', '||b\n||'],
	['||b\t||', '||b\t||'],
	// A mark that hides nothing can begin no later than the next one
	['a || b ||c||', 'a || b ▮▮▮'],
	['if a || b, ||c|| dies', 'if a || b, ▮▮▮ dies'],
	['||a || b||', '||a || b||'],
	['||a|| || b ||c|| d ||', '▮▮▮ || b ▮▮▮ d ||'],
]
