import { EDITABLE_FACTS, type EditableFact } from '#contract/editable-facts.ts'
import type { EditableFacts, GameEdit } from '#contract/game-edits.ts'

/** The facts of a game as they are typed: lists have one entry per line. */
export type EditDraft = Record<EditableFact, string> & { givenBack: readonly EditableFact[] }

/** Returns facts as they are typed. */
export function toTexts(facts: EditableFacts): Record<EditableFact, string> {
	return {
		name: facts.name ?? '',
		aliases: facts.aliases.join('\n'),
		releaseDate: facts.releaseDate ?? '',
		developers: facts.developers.join('\n'),
		publishers: facts.publishers.join('\n'),
		platforms: facts.platforms.join('\n'),
		genres: facts.genres.join('\n'),
		gameModes: facts.gameModes.join('\n'),
		series: facts.series ?? '',
		summary: facts.summary ?? '',
		storyline: facts.storyline ?? '',
		description: facts.description ?? '',
		websites: facts.websites.map(({ url, category }) => `${url} ${category}`).join('\n'),
		cover: facts.cover ?? '',
		screenshots: facts.screenshots.join('\n'),
	}
}

/** Returns what an edit says: what was typed otherwise than it was, and null for what is given back. */
export function toEdit(draft: EditDraft, before: Record<EditableFact, string>): GameEdit {
	const values: Required<GameEdit> = {
		name: draft.name.trim(),
		aliases: toLines(draft.aliases),
		releaseDate: draft.releaseDate.trim(),
		developers: toLines(draft.developers),
		publishers: toLines(draft.publishers),
		platforms: toLines(draft.platforms),
		genres: toLines(draft.genres),
		gameModes: toLines(draft.gameModes),
		series: draft.series.trim(),
		summary: draft.summary.trim(),
		storyline: draft.storyline.trim(),
		description: draft.description.trim(),
		websites: toLines(draft.websites).map((line) => {
			const [url = '', ...category] = line.split(/\s+/)
			return { url, ...(category.length > 0 && { category: category.join(' ') }) }
		}),
		cover: draft.cover.trim(),
		screenshots: toLines(draft.screenshots),
	}
	const isGivenBack = (field: EditableFact) => draft.givenBack.includes(field)
	const changed = EDITABLE_FACTS.filter((field) => isGivenBack(field) || draft[field] !== before[field])
	return Object.fromEntries(changed.map((field) => [field, isGivenBack(field) ? null : values[field]]))
}

const toLines = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])
