import type { ImportFrom } from '#contract/imports.ts'
import { backloggd } from './backloggd.ts'
import { csv } from './csv.ts'
import { gogGalaxy } from './gog-galaxy.ts'
import { grouvee } from './grouvee.ts'
import { howlongtobeat } from './howlongtobeat.ts'
import { igdb } from './igdb.ts'
import { infiniteBacklog } from './infinite-backlog.ts'
import { neodb } from './neodb.ts'
import { playnite } from './playnite.ts'
import { ryot } from './ryot.ts'
import { savepoint } from './savepoint.ts'
import type { ImportFile, ImportSource } from './source.ts'
import { steam } from './steam.ts'
import { vglist } from './vglist.ts'
import { yamtrack } from './yamtrack.ts'

/** All sources that read files; the first that recognizes a file is its source. Any CSV is the last one's. */
export const SOURCES: readonly ImportSource[] = [
	savepoint,
	grouvee,
	howlongtobeat,
	backloggd,
	yamtrack,
	infiniteBacklog,
	igdb,
	neodb,
	ryot,
	vglist,
	gogGalaxy,
	playnite,
	steam,
	csv,
]

const added: ImportSource[] = []

/** Adds a source of a test, which comes before the others. Returns a function that takes it away again. */
export function addSource(source: ImportSource): Disposable {
	added.unshift(source)
	return { [Symbol.dispose]: () => void added.splice(added.indexOf(source), 1) }
}

export function findSource(name: ImportFrom): ImportSource | undefined {
	return [...added, ...SOURCES].find((source) => source.name === name)
}

/** Returns the source of files, told from their names and beginnings. */
export function recognizeSource(files: readonly ImportFile[]): ImportSource | undefined {
	return [...added, ...SOURCES].find((source) => source.recognizes(files))
}
