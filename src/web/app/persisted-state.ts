import { safeLocalStorage } from './local-storage.ts'

/** Returns accessors of a value in localStorage. A stored value of another shape reads as null. */
export function createPersistedState<T>(key: string, isValue: (value: unknown) => value is T) {
	return {
		get: (): T | null => parseStoredValue(safeLocalStorage.get(key), isValue),
		set: (value: T) => safeLocalStorage.set(key, JSON.stringify(value)),
		remove: () => safeLocalStorage.set(key, null),
	}
}

/** Parses a stored text; returns null if it is not a valid value. */
export function parseStoredValue<T>(text: string | null, isValue: (value: unknown) => value is T): T | null {
	try {
		const value: unknown = JSON.parse(text ?? 'null')
		return isValue(value) ? value : null
	} catch {
		return null
	}
}
