import { useState } from 'react'

/** The value, or the one before while the next is on its way; what was kept is let go once nothing is awaited. */
export function useKept<T>(value: T | undefined, isAwaited: boolean): T | undefined {
	const [kept, setKept] = useState(value)
	const next = value ?? (isAwaited ? kept : undefined)
	if (next !== kept) setKept(next)
	return next
}
