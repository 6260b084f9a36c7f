import { createContext, useContext, useEffect, useRef } from 'react'
import type { PageHead } from './head-tags.ts'
import { SiteContext } from './site.ts'

/** Collects the head of the page during server rendering. */
export const HeadContext = createContext<{ head: PageHead | null }>({ head: null })

/** The current head, serialized; null until the first page, whose head the server rendered. */
let renderedHead: string | null = null

/** Sets the page's head: collected in server rendering, written to the document in the browser. */
export function useHead(head: PageHead): void {
	const holder = useContext(HeadContext)
	const { origin, name } = useContext(SiteContext)
	// The server renders once and then reads the holder
	if (typeof window === 'undefined') holder.head = head
	const latest = useRef(head)
	latest.current = head
	const serialized = JSON.stringify(head)
	useEffect(() => {
		document.title = fullTitle(latest.current.title, name)
		const previous = renderedHead
		renderedHead = serialized
		if (previous === null || previous === serialized) return
		let isStale = false
		// Loaded late, because only crawlers and sharing need the tags
		import('./head-tags.ts').then(
			({ writeTags }) => isStale || writeTags(latest.current, origin, name),
			() => {},
		)
		return () => {
			isStale = true
		}
	}, [serialized, origin, name])
}

/** The title of a page with the site's name, which the home page has alone. */
export function fullTitle(title: string, name: string): string {
	return title === name ? title : `${title} · ${name}`
}
