// `npm run bench:pages`: measures how fast pages load on a mid-range phone and a slow mobile network (CPU slowed down 4
// times, Slow 4G, empty cache), and how much each screen loads. `npm run bench:pages -- home game` loads only screens whose
// name contains one of the words; `--quick` loads each once.

import type { Browser } from '@playwright/test'
import { startDemoSite } from '../demo/demo-site.ts'
import { screens } from '../demo/screen-list.ts'
import { measureFirstLoadBytes } from './first-load.ts'
import { measurePageLoad, type PageLoad } from './page-load.ts'
import { printTable } from './tables.ts'

const AIMS = { lcpMs: 1_100, cls: 0.01, tbtMs: 150, requests: 15, bytes: 250_000 } as const
const MAX_SCRIPT_BYTES = 135_000
const TIMED_SCREENS = ['home', 'games', 'game', 'review', 'reviews', 'profile', 'list']

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const runs = process.argv.includes('--quick') ? 1 : 5
const isSelected = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

await using demo = await startDemoSite()
const { server, origin, addresses, browser } = demo
const paths = new Map(screens.map(({ name, path }) => [name, path(addresses)]))
const ROWS: string[][] = []
const scriptBytesUntilIdle = new Map<string, number>()
for (const name of TIMED_SCREENS.filter(isSelected)) {
	const path = paths.get(name)
	if (path === undefined) throw new Error(`There is no screen called ${name}`)
	console.log(`${name}…`)
	const load = await measureMedian(browser, origin + path)
	ROWS.push(buildRow(name, load))
	scriptBytesUntilIdle.set(name, load.scriptBytes)
}
console.log(`\nMedian of ${runs}: CPU 4 times as slow, 562 ms and 1.47 Mbit/s, empty cache.`)
printTable(
	['page', 'LCP ms', 'what', 'CLS', 'TBT ms', 'requests', 'kB', 'covers', 'kB', 'missed'],
	[...ROWS, ['aim', `${AIMS.lcpMs}`, '', `${AIMS.cls}`, `${AIMS.tbtMs}`, `${AIMS.requests}`, `${AIMS.bytes / 1000}`]],
)
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

async function measureMedian(browser: Browser, url: string): Promise<PageLoad> {
	// Warm up the server
	await fetch(url)
	const loads: PageLoad[] = []
	for (let run = 0; run < runs; run++) loads.push(await measurePageLoad(browser, url))
	const middle = (of: (load: PageLoad) => number) => loads.map(of).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
	return {
		lcpMs: middle((load) => load.lcpMs),
		lcpElement: loads[0]?.lcpElement ?? '',
		cls: Math.max(...loads.map((load) => load.cls)),
		tbtMs: middle((load) => load.tbtMs),
		requests: middle((load) => load.requests),
		bytes: middle((load) => load.bytes),
		scriptBytes: middle((load) => load.scriptBytes),
		pictures: middle((load) => load.pictures),
		pictureBytes: middle((load) => load.pictureBytes),
	}
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
