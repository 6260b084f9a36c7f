import { createContext, useContext, useEffect, useRef } from 'react'
import type { PageHead } from './head-tags.ts'
import { SiteContext } from './site.ts'

/** Where the server's rendering finds the head of the page that it renders. */
export const HeadContext = createContext<{ head: PageHead | null }>({ head: null })

/** What the head says by now; the server has written the first one. */
let renderedHead: string | null = null

/** Says what the page's head is: rendered on the server, kept up to date in the browser. */
export function useHead(head: PageHead): void {
	const holder = useContext(HeadContext)
	const { origin } = useContext(SiteContext)
	// The server renders once and reads the holder afterwards.
	if (typeof window === 'undefined') holder.head = head
	const latest = useRef(head)
	latest.current = head
	const serialized = JSON.stringify(head)
	useEffect(() => {
		document.title = fullTitle(latest.current.title)
		const before = renderedHead
		renderedHead = serialized
		if (before === null || before === serialized) return
		let isGone = false
		// Only what reads the page from outside needs the tags.
		import('./head-tags.ts').then(
			({ writeTags }) => isGone || writeTags(latest.current, origin),
			() => {},
		)
		return () => {
			isGone = true
		}
	}, [serialized, origin])
}

export function fullTitle(title: string): string {
	return title === 'Savepoint' ? title : `${title} · Savepoint`
}
