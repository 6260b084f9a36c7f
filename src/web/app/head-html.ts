import { fullTitle } from './head.tsx'
import { headTags, type PageHead } from './head-tags.ts'

/** The head as the server writes it; the browser knows by `data-head` which tags it replaces on the next page. */
export function headHtml(head: PageHead, origin: string): string {
	const tags = headTags(head, origin).map(({ name, attributes, text }) => {
		const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
		// The text of a script is no HTML; headTags has taken the `<` out of it.
		return `<${name}${written.join('')} data-head="">${name === 'script' ? `${text ?? ''}</script>` : ''}`
	})
	return `<title>${escapeHtml(fullTitle(head.title))}</title>${tags.join('')}`
}

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
