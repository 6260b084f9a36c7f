import { type RefObject, useEffect, useState } from 'react'
import { useLazyModule } from '#web/app/lazy-module.ts'

const loadList = () => import('./mention-list.tsx')

/** Offers people to mention in a text field. The list is loaded once an @ is typed. */
export function Mentions({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
	const [typedIn, setTypedIn] = useState<HTMLTextAreaElement | null>(null)
	const { module } = useLazyModule(loadList, typedIn !== null)
	// Listens to the field, whose own handlers belong to its form
	useEffect(() => {
		const { current } = field
		const onInput = () => {
			if (current?.value.includes('@')) setTypedIn(current)
		}
		current?.addEventListener('input', onInput)
		return () => current?.removeEventListener('input', onInput)
	}, [field])
	return module && typedIn ? <module.MentionList field={typedIn} /> : null
}
