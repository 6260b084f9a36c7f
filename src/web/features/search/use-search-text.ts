import { LIMITS } from '#contract/limits.ts'
import { SEARCHABLE } from '#contract/search.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

const PAUSE_MS = 300
const IS_SEARCHABLE = new RegExp(SEARCHABLE, 'u')

/** Returns whether a text is long enough to search for. */
export const isSearchable = (text: string) => IS_SEARCHABLE.test(text.trim())

/** Trims a search and cuts it to the maximum length, without splitting a surrogate pair. */
export const normalizeSearchText = (text: string) => Array.from(text.trim()).slice(0, LIMITS.searchMax).join('')

/** Debounces a search by 300 ms. `isSettled` is true when the query is long enough and typing has paused. */
export function useSearchText(text: string) {
	const typed = normalizeSearchText(text)
	const query = useDebounced(typed, PAUSE_MS)
	const isLongEnough = isSearchable(typed)
	return { query, isLongEnough, isSettled: isLongEnough && query === typed }
}
