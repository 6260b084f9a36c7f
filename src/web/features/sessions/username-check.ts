import { checkUsername, Username } from '#contract/sessions.ts'
import { useRead } from '#web/app/data.tsx'
import { useValidator } from '#web/forms/validator.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

const PAUSE_MS = 500

/**
 * Whether the name in the field can be had, asked once the typing pauses: `answer` is undefined while that is not
 * known, `failed` true where it could not be found out.
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
