import { checkUsername, Username } from '#contract/sessions.ts'
import { useRead } from '#web/app/data.tsx'
import { useCheck } from '#web/forms/validator.ts'
import { usePaused } from '#web/ui/use-paused.ts'

const PAUSE_MS = 500

/**
 * Whether the name in the field can be had, asked once the typing pauses: `answer` is undefined while that is not
 * known, `failed` true where it could not be found out.
 */
export function useUsernameCheck(typed: string) {
	const name = typed.trim()
	const paused = usePaused(name, PAUSE_MS)
	const check = useCheck()
	const isRight = check?.(Username, name).length === 0
	const isAsked = isRight && paused === name
	const { data, error, isFetching, retry } = useRead(
		checkUsername,
		{ query: { username: paused } },
		{ enabled: isAsked },
	)
	return {
		answer: isAsked ? data : undefined,
		failed: isAsked && error !== null && !isFetching,
		isChecking: isRight && (!isAsked || isFetching),
		retry,
	}
}
