import { checkUsername, Username } from '#contract/sessions.ts'
import { useRead } from '#web/app/data.tsx'
import { useValidator } from '#web/forms/validator.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

const PAUSE_MS = 500

/**
 * Checks whether the typed username is available, after typing pauses for 500 ms. `answer` is undefined until the
 * result is known, `failed` is true if the check failed.
 */
export function useUsernameCheck(typed: string) {
	const name = typed.trim()
	const paused = useDebounced(name, PAUSE_MS)
	const check = useValidator()
	const isValid = check?.(Username, name).length === 0
	const isSettled = isValid && paused === name
	const { data, error, isFetching, retry } = useRead(
		checkUsername,
		{ query: { username: paused } },
		{ enabled: isSettled },
	)
	return {
		answer: isSettled ? data : undefined,
		failed: isSettled && error !== null && !isFetching,
		isChecking: isValid && (!isSettled || isFetching),
		retry,
	}
}
