import { getSettingSchema, SETTINGS, type SettingName } from './settings.ts'

/** A variable that nobody reads, and the setting that was probably meant. */
export interface UnknownName {
	name: string
	nearest?: string
}

/** What else may stand in a .env: variables of Node, the C library, and what Compose starts beside the site. */
const OF_OTHERS = /^(NODE|MALLOC|POSTGRES|REPLICATION|VALKEY|GARAGE|SITE)_/

/**
 * Finds the variables that are meant for the site and are none of its settings: of the file .env all, elsewhere those that are
 * almost the name of one.
 */
export function findUnknownNames(
	env: Readonly<Record<string, string | undefined>>,
	namesInFile: readonly string[],
): UnknownName[] {
	const known = Object.keys(SETTINGS.properties) as SettingName[]
	const readNames = new Set<string>(known.flatMap((name) => [name, getSettingSchema(name).formerName ?? name]))
	return Object.keys(env).flatMap((name): UnknownName[] => {
		if (readNames.has(name) || OF_OTHERS.test(name)) return []
		const nearest = known.find((setting) => isAlmost(name, setting))
		if (nearest) return [{ name, nearest }]
		return namesInFile.includes(name) ? [{ name }] : []
	})
}

/** Returns whether a name differs from a setting's by a slip in each four letters at most, and not at its beginning. */
function isAlmost(name: string, setting: string): boolean {
	return name[0] === setting[0] && countSlips(name, setting) <= Math.max(1, Math.floor(setting.length / 4))
}

/** The Levenshtein distance. */
function countSlips(some: string, others: string): number {
	let row = Array.from({ length: others.length + 1 }, (_, index) => index)
	for (const [above, letter] of [...some].entries()) {
		const next = [above + 1]
		for (const [index, other] of [...others].entries())
			next.push(
				Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, (row[index] ?? 0) + Number(letter !== other)),
			)
		row = next
	}
	return row.at(-1) ?? 0
}
