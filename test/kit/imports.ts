import { applyImport, createImport, getImport, type Import, undoImport } from '#contract/imports.ts'
import { continueOwnImports } from '#server/features/imports/run-imports.ts'
import { addSource } from '#server/features/imports/sources/all.ts'
import type { ImportedGame, ImportedItem, ImportedPlay, ImportSource } from '#server/features/imports/sources/source.ts'
import type { Player, TestSite } from './site.ts'

/** A source whose files are what has been read, as one JSON array. */
const JSON_SOURCE: ImportSource = {
	name: 'yamtrack',
	recognizes: (files) => files.every(({ head }) => head.startsWith('[')),
	async *read([file]) {
		const pieces: Uint8Array[] = []
		for await (const piece of file?.open() ?? []) pieces.push(piece)
		yield* JSON.parse(Buffer.concat(pieces).toString()) as ImportedItem[]
	},
	meanings: { done: 'finished', playing: 'playing', planned: 'wished', owned: 'backlog' },
	notCarried: ['Shelves go to the note of a play.'],
}

/** Adds the source until the test ends. */
export function addJsonSource(changes: Partial<ImportSource> = {}): Disposable {
	return addSource({ ...JSON_SOURCE, ...changes })
}

export function toItem(title: string, changes: Partial<ImportedGame> = {}): ImportedGame {
	return {
		...{
			kind: 'game',
			line: 1,
			key: null,
			title,
			releaseYear: null,
			platforms: [],
			ids: [],
			statuses: [],
			isWished: false,
			isLoved: false,
		},
		...{
			rating: null,
			platform: null,
			plays: [],
			sessions: [],
			review: null,
			note: null,
			lists: [],
			addedAt: null,
			changedAt: null,
		},
		...{ favorite: null, errors: [] },
		...changes,
	}
}

export function toPlay(changes: Partial<ImportedPlay> = {}): ImportedPlay {
	const nothing = {
		key: null,
		platform: null,
		startedOn: null,
		endedOn: null,
		outcome: null,
		isReplay: null,
		minutes: null,
		note: null,
	}
	return { ...nothing, ...changes }
}

export function toFile(items: readonly ImportedItem[], name = 'export.json'): File {
	return new File([JSON.stringify(items)], name, { type: 'application/json' })
}

/** Does what the job of a process does, until nothing is left to be done. */
export function runImports(site: TestSite): Promise<void> {
	return continueOwnImports(site.services, site.app.log)
}

/** Uploads items, and returns the preview. */
export async function uploadItems(site: TestSite, player: Player, items: readonly ImportedItem[]): Promise<Import> {
	const { id } = await site.call(createImport, { body: { file: toFile(items) } }, player)
	await runImports(site)
	return site.call(getImport, { params: { id } }, player)
}

/** Writes an import into the library. */
export async function applyAll(
	site: TestSite,
	player: Player,
	{ id }: { id: string },
	body: { conflicts?: 'mine' | 'theirs' | 'newer'; reviews?: 'publish' | 'drafts' } = {},
): Promise<Import> {
	await site.call(applyImport, { params: { id }, body }, player)
	await runImports(site)
	return site.call(getImport, { params: { id } }, player)
}

/** Takes an import back. */
export async function undoAll(site: TestSite, player: Player, { id }: { id: string }): Promise<Import> {
	await site.call(undoImport, { params: { id } }, player)
	await runImports(site)
	return site.call(getImport, { params: { id } }, player)
}
