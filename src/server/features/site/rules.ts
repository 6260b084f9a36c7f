import { marked, type Token, type Tokens } from 'marked'

const LINK_PROTOCOLS = ['https:', 'http:', 'mailto:']

/**
 * Renders Markdown as HTML that is safe to insert: every tag is one of those below, and everything else is text. HTML in the
 * Markdown is shown as it was typed, and a picture as its description.
 */
export function renderMarkdown(text: string): string {
	return renderAll(marked.lexer(text))
}

function renderAll(tokens: readonly Token[] = []): string {
	return tokens.map(render).join('')
}

function render(token: Token): string {
	switch (token.type) {
		case 'space':
		case 'def':
			return ''
		case 'heading': {
			// The page has the first heading
			const level = Math.min(6, (token as Tokens.Heading).depth + 1)
			return `<h${level}>${renderAll(token.tokens)}</h${level}>`
		}
		case 'paragraph':
			return `<p>${renderAll(token.tokens)}</p>`
		case 'list':
			return renderList(token as Tokens.List)
		case 'blockquote':
			return `<blockquote>${renderAll(token.tokens)}</blockquote>`
		case 'code':
			return `<pre><code>${escapeHtml(token.text)}</code></pre>`
		case 'hr':
			return '<hr>'
		case 'strong':
		case 'em':
		case 'del':
			return `<${token.type}>${renderAll(token.tokens)}</${token.type}>`
		case 'codespan':
			return `<code>${escapeHtml(token.text)}</code>`
		case 'br':
			return '<br>'
		case 'link':
			return renderLink(token as Tokens.Link)
		case 'text':
			return 'tokens' in token && token.tokens ? renderAll(token.tokens) : escapeHtml(token.text)
		case 'escape':
		case 'image':
			return escapeHtml(token.text)
		default:
			return escapeHtml(token.raw)
	}
}

function renderList({ ordered, start, items }: Tokens.List): string {
	const tag = ordered ? 'ol' : 'ul'
	const first = ordered && typeof start === 'number' && start !== 1 ? ` start="${start}"` : ''
	return `<${tag}${first}>${items.map((item) => `<li>${renderAll(item.tokens)}</li>`).join('')}</${tag}>`
}

function renderLink({ href, tokens }: Tokens.Link): string {
	const content = renderAll(tokens)
	if (/^\/(?![/\\])/.test(href)) return `<a href="${escapeHtml(href)}">${content}</a>`
	if (!URL.canParse(href) || !LINK_PROTOCOLS.includes(new URL(href).protocol)) return content
	return `<a href="${escapeHtml(new URL(href).href)}" rel="nofollow noopener">${content}</a>`
}

function escapeHtml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
