import type { ImportFrom, ImportMapping, StatusMeaning } from '#contract/imports.ts'
import type { PlayOutcome } from '#contract/play.ts'

/** A game's id elsewhere, of the kinds in `#contract/external-ids.ts`; `savepoint` is an id of the site the file is from. */
export interface ImportedId {
	source: 'igdb' | 'igdb-slug' | 'steam' | 'gog' | 'wikidata' | 'giantbomb' | 'savepoint'
	id: string
}

/** One time through a game. Dates are reduced ISO dates, whole minutes; null is unknown. */
export interface ImportedPlay {
	/** What makes it the same play in a later file of the source. */
	key: string | null
	platform: string | null
	startedOn: string | null
	endedOn: string | null
	outcome: PlayOutcome | null
	isReplay: boolean | null
	minutes: number | null
	note: string | null
}

export interface ImportedSession {
	key: string | null
	/** A whole date; null if the file has none. */
	day: string | null
	minutes: number
	note: string | null
	/** The key of the play of the same game that it belongs to. */
	playKey?: string | null
	/** ISO 8601, if it is known to the second. */
	startedAt?: string | null
	/** Where it came from first, if not from this file. */
	origin?: string | null
}

export interface ImportedReview {
	text: string
	containsSpoilers: boolean
	platform: string | null
	/** Hours, as in the form of a review. */
	hours: number | null
	/** ISO 8601; null if the file does not say when. */
	writtenAt: string | null
	/** Its day in the diary, if that is not the one on which it was written. */
	day?: string | null
	changedAt?: string | null
}

/** A review that is not published: anything of it may be missing. */
export interface ImportedDraft {
	text: string
	containsSpoilers: boolean
	platform: string | null
	hours: number | null
	rating: number | null
}

/** What a file says of one game; several rows of a game may be several of these. */
export interface ImportedGame {
	kind: 'game'
	/** Where it begins in the file, from 1; a running number where the file has no lines. */
	line: number
	/** What makes it the same row in a later file of the source: its id there. */
	key: string | null
	title: string
	releaseYear: number | null
	/** Platforms as the file spells them, for telling games of one name apart. */
	platforms: string[]
	ids: ImportedId[]
	/** The file's own words for a status, the one that counts first; each is given a meaning by `meanings` or by the person. */
	statuses: string[]
	isWished: boolean
	isLoved: boolean
	/** Stars, 0.5 to 5 in half steps; null if unrated. */
	rating: number | null
	/** The entry's platform as the file spells it. */
	platform: string | null
	plays: ImportedPlay[]
	sessions: ImportedSession[]
	review: ImportedReview | null
	draft?: ImportedDraft | null
	/** Private text: the file's notes, and what the site cannot carry (shelves, tags, copies), each line named. */
	note: string | null
	/** The lists it is in. */
	lists: { key: string; position: number; note: string | null }[]
	/** ISO 8601 or a whole date: when it came to the person's collection, and when it was last changed there. */
	addedAt: string | null
	changedAt: string | null
	/** Its place among the favorites, from 1. */
	favorite: number | null
	/** Whether its ids can be, or are to be, looked up in the sources of the site; set by the importer. */
	lookup?: 'possible' | 'wanted'
	errors: RowProblem[]
}

/** A list of the file; its games name its key. */
export interface ImportedList {
	kind: 'list'
	key: string
	title: string
	description: string | null
	visibility: 'public' | 'unlisted' | 'private'
	isRanked: boolean
	tags: string[]
	createdAt: string | null
}

/** A row that could not be read at all. */
export interface UnreadableRow {
	kind: 'unreadable'
	line: number
	/** What could be told of it, at most 200 characters. */
	title: string
	errors: RowProblem[]
}

/** A cell that was not understood, as a sentence for its owner. */
export interface RowProblem {
	column: string
	message: string
}

export type ImportedItem = ImportedGame | ImportedList | UnreadableRow

/** One file: the upload itself, or one in an uploaded ZIP. Its bytes can be read as often as needed. */
export interface ImportFile {
	/** With its folders in the ZIP: `export/collection.csv`. */
	name: string
	bytes: number
	/** The first kilobytes as text, decoded. */
	head: string
	/** Streams the bytes. Rejects with `FileProblem` past what an import may hold. */
	open(): AsyncIterable<Uint8Array>
}

export interface ReadOptions {
	/** What the person chose for a CSV of their own. */
	mapping: ImportMapping | null
}

/** What a person needs to choose the columns of a CSV of their own. */
export interface ColumnsOfFile {
	headers: string[]
	/** The cells of the first rows. */
	samples: string[][]
	/** What the headers say by themselves; null if none is the name. */
	mapping: ImportMapping | null
	/** Whether dates of the file fit two orders. */
	needsDateOrder: boolean
}

/** Why a file as a whole cannot be read, as a sentence for its owner. */
export class FileProblem extends Error {}

/** A source of imports: it reads files and maps words to ours, and knows nothing of the database. */
export interface ImportSource {
	readonly name: ImportFrom
	/** Whether these files are of this source, told from their names and beginnings. */
	recognizes(files: readonly ImportFile[]): boolean
	/** The games and lists of the files, in their order, in memory that does not grow with the file. Throws `FileProblem`. */
	read(files: readonly ImportFile[], options: ReadOptions): AsyncIterable<ImportedItem>
	/** For files whose columns the person chooses; they are read once the options have a mapping. Throws `FileProblem`. */
	describeColumns?(files: readonly ImportFile[], options: ReadOptions): Promise<ColumnsOfFile>
	/** What the source's words for a status mean, in lower case; a word that is missing is asked, not guessed. */
	readonly meanings: Readonly<Record<string, StatusMeaning | null>>
	/** Whether files do not say which status their games have, so that the person chooses it. */
	readonly asksForStatus?: true
	/** What it has and the site cannot carry, each as a sentence that says where it goes instead. */
	readonly notCarried: readonly string[]
}
