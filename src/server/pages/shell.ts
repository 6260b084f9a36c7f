import { readFile } from 'node:fs/promises'
import { toAccentStyle } from '#contract/accent.ts'
import { escapeHtml } from '#contract/html.ts'
import { createContentPolicy } from '#server/http/security-headers.ts'
import type { RenderedPage } from './renderer.ts'

/** A chunk in Vite's manifest, which maps source files to their build output. */
interface ManifestChunk {
	file: string
	css?: string[]
	imports?: string[]
}

type Manifest = Readonly<Record<string, ManifestChunk>>

const ENTRY = 'src/web/app/entry-client.tsx'

/** The faces of the first screen of every page, and of the pages that open with what people wrote; others load when used. */
const FACES = ['bricolage-grotesque', 'hanken-grotesk']
const READING_FACES = new Map([['review', ['literata']]])

/** A complete HTML document, with the content security policy that allows its inline script and styles. */
interface Document {
	html: string
	policy: string
}

/** Reads the web client's build output and returns a function that wraps rendered pages into HTML documents. */
export async function loadShell(client: URL): Promise<(page: RenderedPage, accent: string | null) => Document> {
	const manifestFile = new URL('.vite/manifest.json', client)
	const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
	const entry = manifest[ENTRY]
	if (!entry) throw new Error(`${manifestFile.pathname} does not name ${ENTRY}: build the web client again.`)
	const script = await readFile(new URL('.vite/inline-script.js', client), 'utf8')
	const styles = await readStyles(manifest, client)
	const assetCache = new Map<string, PageAssets>()

	let cachedAccent: string | null = null

	return ({ headHtml, bodyHtml, stateJson, routeIds, forMembers }, accent) => {
		if (accent !== cachedAccent) assetCache.clear()
		cachedAccent = accent
		const key = routeIds.join()
		let assets = assetCache.get(key)
		if (!assets) {
			assets = collectAssets(manifest, entry, routeIds, forMembers, styles, script, accent)
			assetCache.set(key, assets)
		}
		return {
			html:
				`<!doctype html><html lang="en"><head>${HEAD_START}<script${assets.forMembers}>${script}</script>${ICONS}${headHtml}${assets.tags}</head>` +
				`<body><div id="root">${bodyHtml}</div><script type="application/json" id="state">${stateJson}</script></body></html>`,
			policy: assets.policy,
		}
	}
}

const HEAD_START =
	'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
	'<meta name="color-scheme" content="dark light">' +
	'<meta name="theme-color" content="#0f1218" media="(prefers-color-scheme: dark)">' +
	'<meta name="theme-color" content="#f7f5f1" media="(prefers-color-scheme: light)">'

const ICONS =
	'<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico" sizes="32x32">' +
	'<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">'

interface PageAssets {
	tags: string
	/** The attributes by which the inline script knows what to request for members. */
	forMembers: string
	policy: string
}

/** Returns the text of every style sheet by its file name. */
async function readStyles(manifest: Manifest, client: URL): Promise<Map<string, string>> {
	const files = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
	const texts = await Promise.all(
		[...files].map(async (file) => [file, (await readFile(new URL(file, client), 'utf8')).trim()] as const),
	)
	return new Map(texts)
}

/**
 * Returns the tags of the faces, and of the styles and scripts of the entry and of the page's own chunks, which the browser
 * would otherwise discover one after the other. The styles are inlined, so that the first paint waits for one response instead of two.
 * Their disabled links, which are never fetched, tell the client that the styles are loaded.
 */
function collectAssets(
	manifest: Manifest,
	entry: ManifestChunk,
	routeIds: readonly string[],
	forMembers: RenderedPage['forMembers'],
	texts: ReadonlyMap<string, string>,
	script: string,
	accent: string | null,
): PageAssets {
	const styles = new Set<string>()
	const scripts = new Set<string>()
	const seen = new Set<ManifestChunk>()
	const add = (chunk: ManifestChunk | undefined) => {
		if (!chunk || seen.has(chunk)) return
		seen.add(chunk)
		for (const source of chunk.imports ?? []) add(manifest[source])
		for (const file of chunk.css ?? []) styles.add(file)
		scripts.add(chunk.file)
	}
	add(entry)
	for (const id of routeIds) add(manifest[`src/web/pages/${id}.tsx`])
	scripts.delete(entry.file)
	const [pageStyles, pageScripts] = [[...styles], [...scripts]]
	if (forMembers) add(manifest[forMembers.module])
	const files = [...styles, ...scripts].filter((file) => !pageStyles.includes(file) && !pageScripts.includes(file))
	const style = pageStyles.map((file) => texts.get(file)).join('') + (accent === null ? '' : toAccentStyle(accent))
	const faces = [...FACES, ...routeIds.flatMap((id) => READING_FACES.get(id) ?? [])]
	return {
		policy: createContentPolicy({ script, style }),
		forMembers: forMembers
			? ` data-files="${files.map((file) => `/${file}`).join(' ')}" data-reads="${escapeHtml(forMembers.reads.join(' '))}"`
			: '',
		tags: [
			...faces.map((face) => preloadFont(manifest, face)),
			`<style>${style}</style>`,
			...pageStyles.map((file) => `<link rel="stylesheet" disabled href="/${file}">`),
			`<script type="module" src="/${entry.file}"></script>`,
			...pageScripts.map((file) => `<link rel="modulepreload" href="/${file}">`),
		].join(''),
	}
}

/** Returns the tag that loads the file of a face with the page. */
function preloadFont(manifest: Manifest, face: string): string {
	const font = Object.entries(manifest).find(([source]) => source.endsWith('.woff2') && source.includes(face))?.[1]
	if (!font) throw new Error(`The web client has no file of the face ${face}: build it again.`)
	return `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.file}">`
}
