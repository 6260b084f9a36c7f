// `npm run bench:pages`: measures how fast pages load on a mid-range phone and a slow mobile network (CPU slowed down 4
// times, Slow 4G, empty cache), how soon a visitor sees the largest content at 150 ms and 1.6 Mbit/s on a phone and a
// desktop, and how much each screen loads, by kind. `npm run bench:pages -- home game` loads only screens whose name
// contains one of the words, `member` the home of a member at the edge of a cell; `--quick` loads each once.

import type { Browser, BrowserContextOptions } from '@playwright/test'
import { startDemoSite } from '../demo/demo-site.ts'
import { screens } from '../demo/screen-list.ts'
import { type Bytes, splitDocument } from './document-parts.ts'
import { measureFirstLoadBytes } from './first-load.ts'
import { DESKTOP, FAST_3G, measurePageLoad, type PageLoad } from './page-load.ts'
import { type MemberHome, measureMemberHome } from './page-member-home.ts'
import { PHONE } from './phone.ts'
import { printTable } from './tables.ts'

const AIMS = { lcpMs: 1_100, cls: 0.01, tbtMs: 150, requests: 15, bytes: 250_000 } as const
const MAX_SCRIPT_BYTES = 135_000
const MAX_FAST_LCP_MS = 600
const MEMBER_AIMS = { coldMs: 3_000, warmMs: 1_000, cls: 0.02 } as const
const TIMED_SCREENS = ['home', 'games', 'game', 'review', 'reviews', 'profile', 'list']
const FIRST_SCREENS = ['home', 'games', 'game', 'profile']
const DEVICES = [
	['phone', PHONE],
	['desktop', DESKTOP],
] as const

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const runs = process.argv.includes('--quick') ? 1 : 5
const isSelected = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

await using demo = await startDemoSite()
const { server, origin, addresses, browser } = demo
const paths = new Map(screens.map(({ name, path }) => [name, path(addresses)]))
const ROWS: string[][] = []
const scriptBytesUntilIdle = new Map<string, number>()
const byKind: string[][] = []
const first: string[][] = []
for (const name of TIMED_SCREENS.filter(isSelected)) {
	const path = paths.get(name)
	if (path === undefined) throw new Error(`There is no screen called ${name}`)
	console.log(`${name}…`)
	const load = await measureMedian(browser, origin + path)
	ROWS.push(buildRow(name, load))
	const { document, styles, state, svg, rest } = splitDocument(await (await fetch(origin + path)).text())
	const kinds = [document, styles, state, svg, rest, load.scriptFiles, load.fontFiles, load.pictureFiles]
	byKind.push([name, ...kinds.map(formatBytes)])
	if (!FIRST_SCREENS.includes(name)) continue
	for (const [device, screen] of DEVICES) {
		const { lcpMs, lcpElement, cls } = await measureMedian(browser, origin + path, screen, FAST_3G)
		first.push([
			`${name}, ${device}`,
			lcpMs.toFixed(0),
			lcpElement,
			lcpMs > MAX_FAST_LCP_MS ? 'missed' : 'reached',
			cls.toFixed(4),
		])
	}
	scriptBytesUntilIdle.set(name, load.scriptBytes)
}
console.log(`\nMedian of ${runs}: CPU 4 times as slow, 562 ms and 1.47 Mbit/s, empty cache.`)
printTable(
	['page', 'LCP ms', 'what', 'CLS', 'TBT ms', 'requests', 'kB', 'covers', 'kB', 'missed'],
	[...ROWS, ['aim', `${AIMS.lcpMs}`, '', `${AIMS.cls}`, `${AIMS.tbtMs}`, `${AIMS.requests}`, `${AIMS.bytes / 1000}`]],
)
console.log(`\nMedian of ${runs}: CPU 4 times as slow, 150 ms and 1.6 Mbit/s, empty cache. The shift is the largest.`)
printTable(['first page', 'LCP ms', 'what', `aim ${MAX_FAST_LCP_MS}`, 'CLS'], first)
console.log('\nkB raw / compressed. Scripts, fonts and pictures are all that a page loads until idle, with headers.')
printTable(['bytes', 'document', 'styles', 'state', 'SVG', 'rest', 'scripts', 'fonts', 'pictures'], byKind)
if (isSelected('member')) await printMemberHome()
const sizes = await Promise.all(
	[...paths].map(async ([name, path]) => ({ name, bytes: await measureFirstLoadBytes(server, path) })),
)
printTable(
	['scripts', 'kB named by the page', 'aim', '', 'kB fetched until idle, with headers'],
	sizes
		.filter(({ name }) => isSelected(name))
		.map(({ name, bytes }) => [
			name,
			(bytes / 1000).toFixed(1),
			`${MAX_SCRIPT_BYTES / 1000}`,
			bytes < MAX_SCRIPT_BYTES ? 'reached' : 'missed',
			formatKilobytes(scriptBytesUntilIdle.get(name)),
		]),
)

async function printMemberHome(): Promise<void> {
	console.log(`\nA member's home, median of ${runs}: 400 ms and 200 kB/s, an empty cache and a full one.`)
	const rows: string[][] = []
	for (const [device, screen] of DEVICES) {
		const loads: Record<'cold' | 'warm', MemberHome>[] = []
		for (let run = 0; run < runs; run++) loads.push(await measureMemberHome(browser, origin, screen))
		for (const cache of ['cold', 'warm'] as const) {
			const all = loads.map((load) => load[cache])
			const middle = (of: (load: MemberHome) => number) => all.map(of).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
			rows.push([
				`${device}, ${cache}`,
				middle(({ ownMs }) => ownMs).toFixed(0),
				`${MEMBER_AIMS[`${cache}Ms`]}`,
				Math.max(...all.map(({ cls }) => cls)).toFixed(3),
				`${MEMBER_AIMS.cls}`,
				`${middle(({ covers }) => covers)}`,
				`${Math.max(...all.map(({ unseen }) => unseen))}`,
			])
		}
	}
	printTable(['member', 'own content ms', 'aim', 'CLS', 'aim', 'covers', 'of them not shown'], rows)
}

async function measureMedian(
	browser: Browser,
	url: string,
	...on: [screen?: BrowserContextOptions, network?: typeof FAST_3G]
): Promise<PageLoad> {
	// Warm up the server
	await fetch(url)
	const loads: PageLoad[] = []
	for (let run = 0; run < runs; run++) loads.push(await measurePageLoad(browser, url, ...on))
	const last = loads.at(-1)
	if (!last) throw new Error('The page was not loaded')
	const middle = (of: (load: PageLoad) => number) => loads.map(of).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
	return {
		...last,
		lcpMs: middle((load) => load.lcpMs),
		cls: Math.max(...loads.map((load) => load.cls)),
		tbtMs: middle((load) => load.tbtMs),
		requests: middle((load) => load.requests),
		bytes: middle((load) => load.bytes),
		scriptBytes: middle((load) => load.scriptBytes),
		pictures: middle((load) => load.pictures),
		pictureBytes: middle((load) => load.pictureBytes),
	}
}

function formatBytes({ raw, sent }: Bytes): string {
	return `${(raw / 1000).toFixed(1)} / ${(sent / 1000).toFixed(1)}`
}

function formatKilobytes(bytes: number | undefined): string {
	return bytes === undefined ? '' : (bytes / 1000).toFixed(1)
}

function buildRow(name: string, load: PageLoad): string[] {
	const missed = [
		load.lcpMs > AIMS.lcpMs ? 'LCP' : '',
		load.cls > AIMS.cls ? 'CLS' : '',
		load.tbtMs > AIMS.tbtMs ? 'TBT' : '',
		load.requests > AIMS.requests ? 'requests' : '',
		load.bytes > AIMS.bytes ? 'kB' : '',
	].filter(Boolean)
	return [
		name,
		load.lcpMs.toFixed(0),
		load.lcpElement,
		load.cls.toFixed(3),
		load.tbtMs.toFixed(0),
		`${load.requests}`,
		(load.bytes / 1000).toFixed(0),
		`${load.pictures}`,
		(load.pictureBytes / 1000).toFixed(0),
		missed.join(', ') || '-',
	]
}
