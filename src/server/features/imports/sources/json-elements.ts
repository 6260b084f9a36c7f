import { FILE_PROBLEMS } from '#contract/import-problems.ts'
import { FileProblem, type ImportFile } from './source.ts'
import { readText } from './text.ts'

/** Characters of one element, such as a list with all its games. */
const MAX_ELEMENT_CHARS = 4 * 1024 * 1024
const MAX_KEY_CHARS = 200

/** An element of the root's array, or of an array in the root's object; another value there is one element. */
export interface JsonElement {
	/** The key in the root's object; empty if the root is an array. */
	part: string
	/** A running number in the file, from 1. */
	line: number
	/** Undefined if it is damaged or too long. */
	value: unknown
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58]
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [91, 93, 123, 125]

/**
 * Streams the elements of a JSON file that has an array, or an object of which the named parts are read. Only one element is in
 * memory at a time, and a damaged one is an undefined value, not the end.
 */
export async function* readElements(file: ImportFile, parts: readonly string[] = []): AsyncGenerator<JsonElement> {
	const splitter = new ElementSplitter(new Set(parts))
	for await (const text of readText(file)) yield* splitter.push(text)
	yield* splitter.end()
}

/** Streams the lines of an NDJSON file. */
export async function* readJsonLines(file: ImportFile): AsyncGenerator<JsonElement> {
	let line = 1
	let rest = ''
	let isLong = false
	const element = (text: string): JsonElement => ({ part: '', line, value: isLong ? undefined : parseJson(text) })
	for await (const chunk of readText(file)) {
		const lines = chunk.split('\n')
		for (const [index, text] of lines.entries()) {
			if (index > 0) {
				if (isLong || rest.trim() !== '') yield element(rest)
				rest = ''
				isLong = false
				line++
			}
			isLong ||= rest.length + text.length > MAX_ELEMENT_CHARS
			if (isLong) rest = ''
			else rest += text
		}
	}
	if (isLong || rest.trim() !== '') yield element(rest)
}

/** Parses JSON, undefined if it is none. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown
	} catch {
		return undefined
	}
}

/** Cuts JSON into elements, which are then parsed one by one: what is between them is only counted. */
class ElementSplitter {
	private depth = 0
	private isInString = false
	private isEscaped = false
	private root: 'array' | 'object' | undefined
	private isOver = false
	/** The key that is read, or was read last, of the root's object. */
	private key = ''
	private isKey = false
	/** The part whose value is read. */
	private part: string | undefined
	/** The depth at which a comma or bracket ends an element; 0 where none is read. */
	private level = 0
	private captured: string[] = []
	private length = 0
	private line = 0
	private readonly parts: ReadonlySet<string>

	constructor(parts: ReadonlySet<string>) {
		this.parts = parts
	}

	*push(text: string): Generator<JsonElement> {
		let from = 0
		for (let at = 0; at < text.length && !this.isOver; at++) {
			const code = text.charCodeAt(at)
			if (this.isInString) this.readString(code)
			else if (code === QUOTE) this.beginString()
			else if (code === COLON && this.isKey) {
				this.isKey = false
				this.part = this.key
				this.level = this.parts.has(this.key) ? 1 : 0
				from = at + 1
			} else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
				if (this.open(code === OPEN_BRACKET)) from = at + 1
			} else if (code === CLOSE_BRACE || code === CLOSE_BRACKET || code === COMMA) {
				if (this.level > 0 && this.depth === this.level) {
					this.capture(text.slice(from, at))
					yield* this.take()
					from = at + 1
					if (code !== COMMA || this.isPart) this.level = 0
				}
				if (code === COMMA && this.isPart) this.part = undefined
				if (code !== COMMA) this.depth--
				this.isOver = this.root !== undefined && this.depth <= 0
			} else if (this.root === undefined && code > 32 && code !== 0xfeff) throw new FileProblem(FILE_PROBLEMS.notJson)
		}
		if (this.level > 0) this.capture(text.slice(from))
	}

	/** Yields a damaged element for a file that ends in the middle of one. */
	*end(): Generator<JsonElement> {
		if (!this.root) throw new FileProblem(FILE_PROBLEMS.notJson)
		if (!this.isOver) yield { part: this.part ?? '', line: ++this.line, value: undefined }
	}

	/** Whether what is read is directly in the root's object. */
	private get isPart(): boolean {
		return this.root === 'object' && this.depth === 1
	}

	private readString(code: number): void {
		if (this.isEscaped) this.isEscaped = false
		else if (code === BACKSLASH) this.isEscaped = true
		else if (code === QUOTE) this.isInString = false
		if (this.isKey && this.isInString && this.key.length < MAX_KEY_CHARS) this.key += String.fromCharCode(code)
	}

	private beginString(): void {
		this.isInString = true
		this.isKey = this.isPart && this.part === undefined
		if (this.isKey) this.key = ''
	}

	/** Counts an opening bracket; true if elements begin after it. */
	private open(isArray: boolean): boolean {
		this.depth++
		if (!this.root) {
			this.root = isArray ? 'array' : 'object'
			this.level = isArray ? 1 : 0
			return isArray
		}
		if (!isArray || this.root === 'array' || this.depth !== 2 || this.level !== 1) return false
		this.level = 2
		return true
	}

	private capture(text: string): void {
		this.length += text.length
		if (this.length <= MAX_ELEMENT_CHARS) this.captured.push(text)
		else this.captured = []
	}

	private *take(): Generator<JsonElement> {
		const text = this.captured.join('').trim()
		const isLong = this.length > MAX_ELEMENT_CHARS
		this.captured = []
		this.length = 0
		if (text !== '' || isLong)
			yield { part: this.part ?? '', line: ++this.line, value: isLong ? undefined : parseJson(text) }
	}
}
