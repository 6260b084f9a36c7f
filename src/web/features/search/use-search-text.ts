import { LIMITS } from '#contract/limits.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

const PAUSE_MS = 300

/** Whether a text is long enough to be searched for. */
export const isSearchable = (text: string) => Array.from(text.trim()).length >= LIMITS.searchMin

/** At most as much as may be searched for, without half a character at its end. */
export const normalizeSearchText = (text: string) => Array.from(text.trim()).slice(0, LIMITS.searchMax).join('')

/** What is typed as a search: asked for once the typing pauses, and only when it is long enough. */
export function useSearchText(text: string) {
	const typed = normalizeSearchText(text)
	const query = useDebounced(typed, PAUSE_MS)
	const isLongEnough = isSearchable(typed)
	return { query, isLongEnough, isSettled: isLongEnough && query === typed }
}
