import { type Manifest, PICTURES_FOLDER, SECRET_PATH } from './entries.ts'

const NUMBER = new Intl.NumberFormat('en-US')
const MEGABYTE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Says what a manifest contains: "1,234 rows, 12 files of pictures and the secret". */
export function describeContents({ rows, sections }: Manifest): string {
	const rowCount = Object.values(rows).reduce((sum, count) => sum + count, 0)
	const pictures = sections[PICTURES_FOLDER]?.files ?? 0
	const parts = [
		`${NUMBER.format(rowCount)} rows`,
		...(pictures > 0 ? [`${NUMBER.format(pictures)} files of pictures`] : []),
		...(sections[SECRET_PATH] ? ['the secret'] : []),
	]
	return parts.length === 1 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** Formats a number of bytes in megabytes. */
export function formatSize(bytes: number): string {
	return `${MEGABYTE.format(bytes / 1_000_000)} MB`
}

/** Formats the time since `startedMs` in seconds. */
export function formatElapsed(startedMs: number): string {
	return `${((performance.now() - startedMs) / 1000).toFixed(1)} s`
}

/** Says which tables were left out, if any. */
export function printForeignTables(tables: readonly string[], print: (sentence: string) => void): void {
	if (tables.length > 0) print(`Left out, because they are not Savepoint's: ${tables.join(', ')}.`)
}
