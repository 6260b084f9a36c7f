import { useState } from 'react'

/** Returns the value, or the previous one while the next is loading. Undefined once nothing is loading. */
export function usePersistedValue<T>(value: T | undefined, isLoading: boolean): T | undefined {
	const [persisted, setPersisted] = useState(value)
	const next = value ?? (isLoading ? persisted : undefined)
	if (next !== persisted) setPersisted(next)
	return next
}
