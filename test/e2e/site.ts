import { cp } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { type DataPlace, newDataPlace, type SiteProcess, startProcess } from '../process.ts'

interface Fixtures {
	site: SiteProcess
	/** Sentences that the browser's console must not have said: errors, warnings, broken policies. */
	quietConsole: undefined
	/** What the browser notes of failures that a test provokes. */
	expectedNoise: RegExp | null
}

interface WorkerFixtures {
	sites: SiteOfFile
}

/** The site of the file whose tests are running. */
class SiteOfFile implements AsyncDisposable {
	#open: { file: string; place: DataPlace; site: SiteProcess } | undefined

	async of(file: string): Promise<SiteProcess> {
		if (this.#open?.file === file) return this.#open.site
		await this[Symbol.asyncDispose]()
		const place = await newDataPlace()
		const prepared = process.env.PREPARED_DATA
		if (prepared && place.env.DATA_DIR) await cp(prepared, place.env.DATA_DIR, { recursive: true })
		this.#open = { file, place, site: await startProcess(place) }
		return this.#open.site
	}

	async [Symbol.asyncDispose]() {
		await this.#open?.site.stop()
		await this.#open?.place[Symbol.asyncDispose]()
		this.#open = undefined
	}
}

/**
 * A test in the browser on the real site, with the built-in games and nobody registered but by the tests of the same
 * file: each file has a site of its own for each browser.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
	sites: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
		async ({}, use) => {
			await using sites = new SiteOfFile()
			await use(sites)
		},
		{ scope: 'worker', timeout: 60_000 },
	],
	site: async ({ sites }, use, { file, project }) => use(await sites.of(`${project.name} ${file}`)),
	baseURL: async ({ site }, use) => use(site.url),
	expectedNoise: [null, { option: true }],
	quietConsole: [
		async ({ page, expectedNoise }, use) => {
			const said: string[] = []
			page.on('console', (message) => {
				// the browser notes every answer of 400 and more; a page that is not there has such a status, and so has a refusal
				if (message.text().startsWith('Failed to load resource: the server responded with a status of 4')) return
				// what a test aborts itself
				if (message.text() === 'Failed to load resource: net::ERR_FAILED') return
				if (expectedNoise?.test(message.text())) return
				if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
			})
			page.on('pageerror', (error) => {
				if (!expectedNoise?.test(String(error))) said.push(String(error))
			})
			await use(undefined)
			base.expect(said).toEqual([])
		},
		{ auto: true },
	],
})

export { expect } from '@playwright/test'
