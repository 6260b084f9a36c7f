import type { listLibrary } from '#contract/library.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import type { ResponseBody } from '#web/app/api-client.ts'

type LibraryPage = ResponseBody<typeof listLibrary>
type Row = LibraryEntry & { id: number }

const rowsOfPages = new WeakMap<LibraryPage, Row[]>()

/** Returns the entries of a page with their keys, the same ones each time, so that only new covers are rendered. */
export function getRows(page: LibraryPage): Row[] {
	const rows = rowsOfPages.get(page) ?? page.entries.map((entry) => ({ ...entry, id: entry.gameId }))
	rowsOfPages.set(page, rows)
	return rows
}
