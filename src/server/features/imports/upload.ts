import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import {
	createImport,
	IMPORT_TOO_LARGE,
	IMPORT_UNDER_WAY,
	IMPORT_UNREADABLE,
	ImportMapping,
	type StatusMeaning,
	TOO_MANY_IMPORTS,
} from '#contract/imports.ts'
import { findProblems, normalizeInput } from '#contract/problems.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError, conflict, invalidInput } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import {
	addFilePiece,
	addImport,
	deletePreview,
	findImport,
	findImportOfFile,
	type ImportRecord,
	makeRoomForImport,
} from './queries.ts'
import { getImportFolder, NO_WORD } from './read-rows.ts'
import { hasTooManyRows } from './row-limit.ts'
import { findSource, recognizeSource } from './sources/all.ts'
import { openImportFiles } from './sources/files.ts'
import { FileProblem, type ImportFile, type ImportSource } from './sources/source.ts'

/** The limits of one form; exceeding any of them is a 413. */
export const FORM_LIMITS = {
	fileSize: IMPORT_LIMITS.fileBytes,
	files: 1,
	fields: 10,
	parts: 11,
	fieldSize: 64 * 1024,
	fieldNameSize: 100,
	headerPairs: 20,
}

const PIECE_BYTES = 512 * 1024
const MAX_FILE_NAME = 200
const LINGER_MS = 1_000
const BAD_FORM = { code: 'bad_request', error: 'The form could not be read' } as const

interface Upload {
	fields: Record<string, unknown>
	fileName: string
	hash: string
	bytes: number
}

/**
 * Stores an uploaded file as an import that is to be read. The same bytes again are the import that they are already. Throws 400, 409 or
 * 413.
 */
export async function storeUpload(
	services: Services,
	request: FastifyRequest,
	userId: string,
): Promise<{ run: ImportRecord; isNew: boolean }> {
	const id = uuidv7({ msecs: services.clock() })
	const folder = getImportFolder(services.config.dataDir)
	const file = path.join(folder, `${id}-upload`)
	await mkdir(folder, { recursive: true })
	try {
		const upload = await receive(request, file)
		const { source, mapping, meanings } = await readFields(upload, file)
		const added = {
			id,
			userId,
			source: source.name,
			fileName: upload.fileName || null,
			hash: upload.hash,
			mapping,
			meanings: { ...source.meanings, ...meanings },
		}
		return await storeImport(services, added, meanings, file)
	} finally {
		await rm(file, { force: true })
	}
}

async function storeImport(
	services: Services,
	added: Omit<Parameters<typeof addImport>[1], 'at'>,
	chosen: ImportRecord['meanings'],
	file: string,
): Promise<{ run: ImportRecord; isNew: boolean }> {
	const { db } = services
	const { userId, hash, id } = added
	const present = await findImportOfFile(db, userId, hash)
	if (present && (present.state !== 'preview' || isSameReading(present, { ...added, meanings: chosen })))
		return { run: present, isNew: false }
	const isAdded = await inTransaction(db, async (tx) => {
		if (present) await deletePreview(tx, present.id)
		const at = now(services)
		if (!(await makeRoomForImport(tx, userId, at))) throw conflict(TOO_MANY_IMPORTS)
		if (!(await addImport(tx, { ...added, at }))) return false
		let piece = 0
		for await (const bytes of createReadStream(file, { highWaterMark: PIECE_BYTES }))
			await addFilePiece(tx, id, piece++, bytes as Buffer)
		return true
	})
	const run = isAdded ? await findImport(db, id, userId) : await findImportOfFile(db, userId, hash)
	if (!run) throw conflict(IMPORT_UNDER_WAY)
	return { run, isNew: isAdded }
}

function isSameReading(
	present: ImportRecord,
	{ source, mapping, meanings }: Omit<Parameters<typeof addImport>[1], 'at'>,
): boolean {
	return (
		present.source === source &&
		(mapping === null || JSON.stringify(present.mapping) === JSON.stringify(mapping)) &&
		Object.entries(meanings).every(([word, meaning]) => present.meanings[word] === meaning)
	)
}

/** Writes the file of a form to disk as it arrives, and returns its fields. */
async function receive(request: FastifyRequest, file: string): Promise<Upload> {
	const upload: Upload = { fields: {}, fileName: '', hash: '', bytes: 0 }
	try {
		for await (const part of request.parts()) {
			if (part.type === 'file') await receiveFile(part, file, upload)
			else if (part.valueTruncated || part.fieldnameTruncated) throw tooLarge()
			// A repeated field is ambiguous: the empty array fails validation
			else upload.fields[part.fieldname] = Object.hasOwn(upload.fields, part.fieldname) ? [] : part.value
		}
	} catch (error) {
		const { raw } = request
		raw.unpipe()
		raw.resume()
		// Closing the connection at once would lose the response
		setTimeout(() => raw.complete || raw.destroy(), LINGER_MS).unref()
		throw toAppError(error)
	}
	if (upload.bytes === 0) throw new AppError(400, IMPORT_UNREADABLE)
	return upload
}

async function receiveFile(part: Extract<Multipart, { type: 'file' }>, file: string, upload: Upload): Promise<void> {
	const hash = createHash('sha256')
	const count = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			hash.update(chunk)
			upload.bytes += chunk.length
			done(null, chunk)
		},
	})
	await pipeline(part.file, count, createWriteStream(file, { mode: 0o600 }))
	if (part.file.truncated) throw tooLarge()
	upload.hash = hash.digest('base64url')
	upload.fileName = toFileName(part.filename)
}

/** Returns the last part of a path without what no text of the site may have. */
function toFileName(name: string | undefined): string {
	const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
	const clean = last
		.toWellFormed()
		.normalize('NFC')
		.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
		.trim()
	return Array.from(clean).slice(0, MAX_FILE_NAME).join('')
}

async function readFields({ fields, fileName }: Upload, file: string) {
	const body = normalizeInput(createImport.schema.body, fields)
	const issues = findProblems(createImport.schema.body, body)
	if (issues.length > 0) throw invalidInput(issues)
	const {
		source: name,
		status,
		mapping,
	} = body as { source?: ImportSource['name']; status?: StatusMeaning; mapping?: string }
	const chosen = mapping === undefined ? null : parseMapping(mapping)
	const { source, files } = await openSource(name, file, fileName)
	if (await hasTooManyRows(source, files, chosen)) throw tooLarge()
	const meanings: Record<string, StatusMeaning | null> = status === undefined ? {} : { [NO_WORD]: status }
	return { source, mapping: chosen, meanings }
}

async function openSource(
	name: ImportSource['name'] | undefined,
	file: string,
	fileName: string,
): Promise<{ source: ImportSource; files: ImportFile[] }> {
	try {
		const files = await openImportFiles(file, fileName || 'file')
		const source = name === undefined ? recognizeSource(files) : findSource(name)
		if (source) return { source, files }
	} catch (error) {
		if (!(error instanceof FileProblem)) throw error
		throw new AppError(400, { code: IMPORT_UNREADABLE.code, error: error.message })
	}
	throw new AppError(400, IMPORT_UNREADABLE)
}

function parseMapping(text: string): ImportMapping {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch {
		value = null
	}
	const issues = findProblems(ImportMapping, value)
	if (issues.length > 0 || value === null)
		throw invalidInput([{ path: 'mapping', message: issues[0]?.message ?? 'The mapping is not JSON' }])
	return value as ImportMapping
}

const tooLarge = () => new AppError(413, IMPORT_TOO_LARGE)

/** Converts an error of the multipart parser: 413 for its limits, 400 for anything else in the body. */
function toAppError(error: unknown): unknown {
	if (error instanceof AppError) return error
	const { statusCode, code = '' } = error as { statusCode?: number; code?: string }
	if (statusCode === 413) return tooLarge()
	// What the disk says is the operator's
	return code.startsWith('FST_') || statusCode === 400 || code === '' || code === 'ERR_STREAM_PREMATURE_CLOSE'
		? new AppError(400, BAD_FORM)
		: error
}
