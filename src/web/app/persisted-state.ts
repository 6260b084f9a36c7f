import { stored } from './local-storage.ts'

/** A value of one shape that outlives the tab, under a key. What is stored there and has another shape reads as none. */
export function kept<T>(key: string, isValue: (value: unknown) => value is T) {
	return {
		get: (): T | null => parseKept(stored.get(key), isValue),
		set: (value: T) => stored.set(key, JSON.stringify(value)),
		remove: () => stored.set(key, null),
	}
}

/** The value in a stored text, null where it holds none. */
export function parseKept<T>(text: string | null, isValue: (value: unknown) => value is T): T | null {
	try {
		const value: unknown = JSON.parse(text ?? 'null')
		return isValue(value) ? value : null
	} catch {
		return null
	}
}
