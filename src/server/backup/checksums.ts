import { createHash, type Hash } from 'node:crypto'
import { BackupError } from './backup-error.ts'
import {
	type Entry,
	getSection,
	getTable,
	MANIFEST_PATH,
	type Manifest,
	type ManifestFacts,
	parseManifest,
} from './entries.ts'

const LINE_FEED = 10

/** Appends the manifest: checksums and counts of the entries, and the facts that they return. Passes it to `report` too. */
export async function* addManifest(
	entries: AsyncGenerator<Entry, ManifestFacts>,
	report: (manifest: Manifest) => void = () => {},
): AsyncGenerator<Entry> {
	const tally = createTally()
	for (;;) {
		const next = await entries.next()
		if (next.done) {
			const manifest: Manifest = { ...tally.finish(), ...next.value }
			report(manifest)
			yield { path: MANIFEST_PATH, bytes: Buffer.from(`${JSON.stringify(manifest, null, '\t')}\n`) }
			return
		}
		tally.add(next.value)
		yield next.value
	}
}

/** Passes all entries on and compares them with the manifest, which comes last. Throws `BackupError` on a difference. */
export async function* checkManifest(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
	const tally = createTally()
	let manifest: Manifest | undefined
	for await (const entry of entries) {
		if (manifest) throw new BackupError(`The backup is damaged: it goes on after its end, with ${entry.path}.`)
		if (entry.path === MANIFEST_PATH) manifest = assertEqual(parseManifest(entry), tally.finish())
		else tally.add(entry)
		yield entry
	}
	if (!manifest) throw new BackupError('The backup is incomplete: its end is missing.')
}

function assertEqual(manifest: Manifest, actual: Pick<Manifest, 'sections' | 'rows'>): Manifest {
	for (const section of new Set([...Object.keys(manifest.sections), ...Object.keys(actual.sections)])) {
		const [expected, found] = [manifest.sections[section], actual.sections[section]]
		if (expected?.sha256 !== found?.sha256 || expected?.files !== found?.files)
			throw new BackupError(`The backup is damaged: the checksum of ${section} is wrong.`)
	}
	for (const [table, rows] of Object.entries(manifest.rows))
		if (rows !== (actual.rows[table] ?? 0))
			throw new BackupError(`The backup is damaged: ${table} has ${actual.rows[table] ?? 0} rows instead of ${rows}.`)
	return manifest
}

function createTally() {
	const sections = new Map<string, { files: number; bytes: number; hash: Hash }>()
	const rows: Record<string, number> = {}
	return {
		add({ path, bytes }: Entry) {
			const name = getSection(path)
			const section = sections.get(name) ?? { files: 0, bytes: 0, hash: createHash('sha256') }
			sections.set(name, section)
			section.files++
			section.bytes += bytes.length
			section.hash.update(bytes)
			const table = getTable(name)
			if (table !== undefined) rows[table] = (rows[table] ?? 0) + countRows(bytes)
		},
		finish(): Pick<Manifest, 'sections' | 'rows'> {
			const totals = [...sections].map(
				([name, { files, bytes, hash }]) => [name, { files, bytes, sha256: hash.copy().digest('hex') }] as const,
			)
			return { sections: Object.fromEntries(totals), rows }
		},
	}
}

/** Counts rows in PostgreSQL's text format, which writes a line feed within a value as `\n`. */
function countRows(bytes: Buffer): number {
	let count = 0
	for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++
	return count
}
