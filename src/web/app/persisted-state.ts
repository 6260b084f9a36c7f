import { safeLocalStorage } from './local-storage.ts'

/** A value of one shape that outlives the tab, under a key. What is stored there and has another shape reads as none. */
export function createPersistedState<T>(key: string, isValue: (value: unknown) => value is T) {
	return {
		get: (): T | null => parseStoredValue(safeLocalStorage.get(key), isValue),
		set: (value: T) => safeLocalStorage.set(key, JSON.stringify(value)),
		remove: () => safeLocalStorage.set(key, null),
	}
}

/** The value in a stored text, null where it holds none. */
export function parseStoredValue<T>(text: string | null, isValue: (value: unknown) => value is T): T | null {
	try {
		const value: unknown = JSON.parse(text ?? 'null')
		return isValue(value) ? value : null
	} catch {
		return null
	}
}
