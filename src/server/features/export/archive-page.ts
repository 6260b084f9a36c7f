import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { html, Markup } from './markup.ts'
import { STAR_SYMBOLS } from './page-parts.ts'
import { formatDate } from './page-words.ts'

const FACE = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'

interface Page {
	title: string
	/** The way to the folder of the archive: empty, or `../`. */
	root: string
	username: string
	exportedAt: string
	body: AsyncIterable<Markup>
}

let head: { style: Markup; policy: string } | undefined

/** Writes a page of an archive. It has its style and face in itself, no script, and loads only pictures beside it. */
export async function* streamPage({ title, root, username, exportedAt, body }: Page): AsyncGenerator<string> {
	head ??= buildHead()
	yield html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${head.policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${head.style}</style>
</head>
<body>
${STAR_SYMBOLS}
<header class="bar">
<a class="brand" href="${root}index.html">${CRYSTAL}Savepoint</a>
<p>Archive of <bdi>${username}</bdi>, ${formatDate(exportedAt.slice(0, 10))}</p>
</header>
<main>
`.text
	for await (const part of body) yield part.text
	yield '</main>\n</body>\n</html>\n'
}

const CRYSTAL = html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 1 23 12 12 23 1 12Z" fill="#0b5a4c"/><path d="M12 1 12 12 1 12Z" fill="#33b197"/><path d="M12 1 23 12 12 12Z" fill="#8ff0da"/><path d="M12 12 23 12 12 23Z" fill="#1d8b75"/></svg>`

function buildHead() {
	const face = readFileSync(createRequire(import.meta.url).resolve(FACE)).toString('base64')
	const rules = readFileSync(new URL('./archive.css', import.meta.url), 'utf8')
	const style = `@font-face{font-family:"Bricolage Grotesque Variable";font-weight:200 800;src:url(data:font/woff2;base64,${face}) format("woff2")}\n${rules}`
	const hash = createHash('sha256').update(style).digest('base64')
	// Not every browser takes files beside a file for the page's own
	const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' file:; font-src data:; base-uri 'none'; form-action 'none'`
	return { style: new Markup(style), policy }
}
