import { checkUsername, Username } from '#contract/auth.ts'
import { problems } from '#contract/problems.ts'
import { useRead } from '../data.tsx'
import { usePaused } from '../ui/use-paused.ts'

const pauseMs = 500

/** Whether the name in the field can be had, asked once the typing pauses; undefined while that is not known. */
export function useUsernameCheck(typed: string): { available: boolean; message: string } | undefined {
	const name = typed.trim()
	const paused = usePaused(name, pauseMs)
	const isAsked = paused === name && problems(Username, name).length === 0
	const { data } = useRead(checkUsername, { query: { username: paused } }, { enabled: isAsked })
	return isAsked ? data : undefined
}
