import { escapeHtml } from '#contract/html.ts'
import { fullTitle } from './head.tsx'
import { headTags, type PageHead } from './head-tags.ts'

/** Renders a head to HTML. `data-head` marks the tags that the browser replaces on the next page. */
export function headHtml(head: PageHead, origin: string, siteName = 'Savepoint'): string {
	const tags = headTags(head, origin, siteName).map(({ name, attributes, text }) => {
		const attributesHtml = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
		// Script text must not be HTML-escaped; headTags has already escaped its `<`
		return `<${name}${attributesHtml.join('')} data-head="">${name === 'script' ? `${text ?? ''}</script>` : ''}`
	})
	return `<title>${escapeHtml(fullTitle(head.title, siteName))}</title>${tags.join('')}`
}
