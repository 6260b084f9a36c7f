import { marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '#contract/html.ts'

const LINK_PROTOCOLS = ['https:', 'http:', 'mailto:']

/** How deep quotes, lists and emphasis may be inside one another: far less than what overflows the stack. */
const MAX_DEPTH = 100

/**
 * Renders Markdown as HTML that is safe to insert: every tag is one of those below, and everything else is text. HTML in the
 * Markdown is shown as it was typed, and a picture as its description. Returns undefined if it is nested too deep.
 */
export function renderMarkdown(text: string): string | undefined {
	try {
		return renderAll(marked.lexer(text), 0)
	} catch (error) {
		if (error instanceof RangeError) return undefined
		throw error
	}
}

/** Shows a text as it was typed. */
export function renderPlain(text: string): string {
	return `<pre>${escapeHtml(text)}</pre>`
}

function renderAll(tokens: readonly Token[] = [], depth: number): string {
	if (depth > MAX_DEPTH) throw new RangeError('Nested too deep')
	return tokens.map((token) => render(token, depth + 1)).join('')
}

function render(token: Token, depth: number): string {
	switch (token.type) {
		case 'space':
		case 'def':
			return ''
		case 'heading': {
			// The page has the first heading
			const level = Math.min(6, (token as Tokens.Heading).depth + 1)
			return `<h${level}>${renderAll(token.tokens, depth)}</h${level}>`
		}
		case 'paragraph':
			return `<p>${renderAll(token.tokens, depth)}</p>`
		case 'list':
			return renderList(token as Tokens.List, depth)
		case 'blockquote':
			return `<blockquote>${renderAll(token.tokens, depth)}</blockquote>`
		case 'code':
			return `<pre><code>${escapeHtml(token.text)}</code></pre>`
		case 'hr':
			return '<hr>'
		case 'strong':
		case 'em':
		case 'del':
			return `<${token.type}>${renderAll(token.tokens, depth)}</${token.type}>`
		case 'codespan':
			return `<code>${escapeHtml(token.text)}</code>`
		case 'br':
			return '<br>'
		case 'link':
			return renderLink(token as Tokens.Link, depth)
		case 'text':
			return 'tokens' in token && token.tokens ? renderAll(token.tokens, depth) : escapeHtml(token.text)
		case 'escape':
		case 'image':
			return escapeHtml(token.text)
		default:
			return escapeHtml(token.raw)
	}
}

function renderList({ ordered, start, items }: Tokens.List, depth: number): string {
	const tag = ordered ? 'ol' : 'ul'
	const first = ordered && typeof start === 'number' && start !== 1 ? ` start="${start}"` : ''
	return `<${tag}${first}>${items.map((item) => `<li>${renderAll(item.tokens, depth)}</li>`).join('')}</${tag}>`
}

function renderLink({ href, tokens }: Tokens.Link, depth: number): string {
	const content = renderAll(tokens, depth)
	if (/^\/(?![/\\])/.test(href)) return `<a href="${escapeHtml(href)}">${content}</a>`
	if (!URL.canParse(href) || !LINK_PROTOCOLS.includes(new URL(href).protocol)) return content
	return `<a href="${escapeHtml(new URL(href).href)}" rel="nofollow noopener">${content}</a>`
}
