import { expect, test } from 'vitest'
import { createStore } from './store.ts'

test('a store calls its subscribers after each change until they unsubscribe', () => {
	const store = createStore('first')
	const seen: string[] = []
	const unsubscribe = store.subscribe(() => seen.push(store.get()))
	store.set('second')
	unsubscribe()
	store.set('third')
	expect(seen).toEqual(['second'])
	expect(store.get()).toBe('third')
})
