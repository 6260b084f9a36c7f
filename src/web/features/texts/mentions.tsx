import { type RefObject, useEffect, useState } from 'react'
import { lazy } from '#web/app/lazy.tsx'

const MentionList = lazy(() => import('./mention-list.tsx'), 'MentionList')

/** Offers people to mention in a text field. The list is loaded once an @ is typed. */
export function Mentions({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
	const [typedIn, setTypedIn] = useState<HTMLTextAreaElement | null>(null)
	// Listens to the field, whose own handlers belong to its form
	useEffect(() => {
		const { current } = field
		const onInput = () => {
			if (current?.value.includes('@')) setTypedIn(current)
		}
		current?.addEventListener('input', onInput)
		return () => current?.removeEventListener('input', onInput)
	}, [field])
	return typedIn && <MentionList field={typedIn} />
}
