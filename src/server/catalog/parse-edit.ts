import { EDITABLE_FACTS, type EditableFact } from '#contract/editable-facts.ts'
import { BAD_IMAGE, BAD_LINK, BAD_RELEASE, ENTER_GAME_NAME, type GameEdit } from '#contract/game-edits.ts'
import { invalidInput } from '#server/http/errors.ts'
import type { StatedFacts } from './edited-game.ts'
import { parseRecord, parseUrl } from './record.ts'

/** What an edit says: facts of the site, and those that it gives back. */
export interface ParsedEdit {
	stated: StatedFacts
	givenBack: readonly EditableFact[]
}

/** Cleans the facts of an edit as those of a source are cleaned. Throws 400 for what an import would leave out. */
export function parseEdit(edit: GameEdit, year: number, isImageAllowed: (address: string) => boolean): ParsedEdit {
	const named = EDITABLE_FACTS.filter((field) => edit[field] !== undefined)
	const given = Object.fromEntries(named.map((field) => [field, edit[field]]))
	const facts = parseRecord({ ...given, sourceId: 'edit', name: edit.name ?? 'Unchanged' }, year)
	if ('reason' in facts) {
		const isOfName = facts.reason.startsWith('The name')
		throw invalidInput([
			isOfName ? { path: 'name', message: ENTER_GAME_NAME } : { path: 'releaseDate', message: BAD_RELEASE },
		])
	}
	for (const { url } of edit.websites ?? [])
		if (parseUrl(url) === undefined) throw invalidInput([{ path: 'websites', message: BAD_LINK }])
	for (const field of ['cover', 'screenshots'] as const)
		for (const address of [edit[field] || []].flat()) {
			const url = parseUrl(address)
			if (url === undefined) throw invalidInput([{ path: field, message: BAD_LINK }])
			if (!isImageAllowed(url)) throw invalidInput([{ path: field, message: BAD_IMAGE }])
		}
	const stated = named.filter((field) => edit[field] !== null)
	return {
		// Null, an empty list: there is none
		stated: Object.fromEntries(stated.map((field) => [field, facts[field] ?? (field === 'aliases' ? [] : null)])),
		givenBack: named.filter((field) => edit[field] === null),
	}
}
