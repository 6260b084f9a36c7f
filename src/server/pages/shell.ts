import { readFile } from 'node:fs/promises'
import { inlineScript } from './inline-script.ts'
import type { RenderedPage } from './rendering.ts'

/** An entry of Vite's manifest: a source file and what was built from it. */
interface Built {
	file: string
	css?: string[]
	imports?: string[]
}

type Manifest = Readonly<Record<string, Built>>

const entry = 'src/web/entry-client.tsx'

/** Reads what was built and returns what puts a rendered page into a whole document. */
export async function loadShell(manifestFile: URL): Promise<(page: RenderedPage) => string> {
	const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest
	const main = manifest[entry]
	if (!main) throw new Error(`${manifestFile.pathname} does not name ${entry}: build the web client again.`)
	const font = Object.entries(manifest).find(([source]) => source.endsWith('.woff2'))?.[1].file
	const fontTag =
		font === undefined ? '' : `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`
	const assetTags = new Map<string, string>()

	return ({ headHtml, bodyHtml, stateJson, routeIds }) => {
		const key = routeIds.join()
		let tags = assetTags.get(key)
		if (tags === undefined) {
			tags = assetTagsOf(manifest, main, routeIds)
			assetTags.set(key, tags)
		}
		return (
			`<!doctype html><html lang="en"><head>${fixedHead}${headHtml}${fontTag}${tags}</head>` +
			`<body><div id="root">${bodyHtml}</div><script type="application/json" id="state">${stateJson}</script></body></html>`
		)
	}
}

const fixedHead =
	'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">' +
	'<meta name="color-scheme" content="dark light">' +
	'<meta name="theme-color" content="#0f1218" media="(prefers-color-scheme: dark)">' +
	'<meta name="theme-color" content="#f7f5f1" media="(prefers-color-scheme: light)">' +
	`<script>${inlineScript}</script>` +
	'<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico" sizes="32x32">' +
	'<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">'

/** Style sheets and scripts of the entry and of the page's own part, which would else be found one after the other. */
function assetTagsOf(manifest: Manifest, main: Built, routeIds: readonly string[]): string {
	const styles = new Set<string>()
	const scripts = new Set<string>()
	const seen = new Set<Built>()
	const add = (built: Built | undefined) => {
		if (!built || seen.has(built)) return
		seen.add(built)
		for (const source of built.imports ?? []) add(manifest[source])
		for (const file of built.css ?? []) styles.add(file)
		scripts.add(built.file)
	}
	add(main)
	for (const id of routeIds) add(manifest[`src/web/pages/${id}.tsx`])
	scripts.delete(main.file)
	return [
		...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
		`<script type="module" src="/${main.file}"></script>`,
		...[...scripts].map((file) => `<link rel="modulepreload" href="/${file}">`),
	].join('')
}
