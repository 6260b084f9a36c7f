import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { findProblems, normalizeInput } from '#contract/problems.ts'
import { NOT_A_PICTURE, PICTURE_FILE_TOO_LARGE, PICTURE_LIMITS, ProfileFields } from '#contract/profile.ts'
import { AppError, invalidInput } from '#server/http/errors.ts'

/** The limits of one form; exceeding any of them is a 413. */
export const FORM_LIMITS = {
	fileSize: PICTURE_LIMITS.bytes,
	files: 1,
	fields: 20,
	parts: 21,
	fieldSize: 64 * 1024,
	fieldNameSize: 100,
	headerPairs: 20,
}

// A form over the picture limit is still read and discarded up to here, so that the client receives the refusal.
const MAX_FORM_BYTES = 3 * PICTURE_LIMITS.bytes
const LINGER_MS = 1_000

const NOT_A_FORM = { code: 'unsupported_media_type', error: 'Send the profile as multipart/form-data' } as const
const BAD_FORM = { code: 'bad_request', error: 'The form could not be read' } as const
const TOO_LARGE = { code: 'too_large', error: 'The form is too large' } as const

/** A change of a profile. `picture` is a new picture as the chunks received, null to remove it, undefined to leave it. */
export interface ProfileForm {
	name: string | null | undefined
	bio: string | null | undefined
	picture: readonly Buffer[] | null | undefined
}

/** Reads a profile form. Throws an `AppError` (400, 413 or 415) for any other body. */
export async function readProfileForm(request: FastifyRequest): Promise<ProfileForm> {
	if (!request.isMultipart()) throw new AppError(415, NOT_A_FORM)
	const { raw } = request
	const overflow = Promise.withResolvers<never>()
	let bytes = 0
	const count = (chunk: Buffer) => {
		bytes += chunk.length
		if (bytes > MAX_FORM_BYTES) overflow.reject(pictureTooLarge())
	}
	try {
		if (Number(raw.headers['content-length']) > MAX_FORM_BYTES) throw pictureTooLarge()
		raw.on('data', count)
		return await Promise.race([readParts(request), overflow.promise])
	} catch (error) {
		raw.unpipe()
		raw.resume()
		// Closing the connection at once would lose the response.
		setTimeout(() => raw.complete || raw.destroy(), LINGER_MS).unref()
		throw toAppError(error)
	} finally {
		raw.off('data', count)
	}
}

/** Reads all parts before it validates them, so that no unread part blocks the response. */
async function readParts(request: FastifyRequest): Promise<ProfileForm> {
	const fields: Record<string, unknown> = {}
	let picture: Buffer[] | undefined
	let isTextForPicture = false
	let isTruncated = false
	for await (const part of request.parts()) {
		if (part.type === 'file') {
			// Not concatenated: with many uploads at once, copies would take twice the memory
			const chunks: Buffer[] = []
			for await (const chunk of part.file as AsyncIterable<Buffer>) chunks.push(chunk)
			if (part.file.truncated) throw pictureTooLarge()
			// Browsers send a file field with no file chosen as an empty file without a name
			if (part.fieldname === 'profilePicture' && (chunks.length > 0 || part.filename)) picture = chunks
		} else if (part.fieldname === 'profilePicture') isTextForPicture ||= !isEmpty(part.value)
		else {
			isTruncated ||= part.valueTruncated || part.fieldnameTruncated
			// A repeated field is ambiguous: the empty array fails validation
			fields[part.fieldname] = Object.hasOwn(fields, part.fieldname) ? [] : parseFieldValue(part)
		}
	}
	if (isTruncated) throw new AppError(413, TOO_LARGE)
	const texts = normalizeInput(ProfileFields, fields)
	const issues = findProblems(ProfileFields, texts)
	if (isTextForPicture) issues.push({ path: 'profilePicture', message: NOT_A_PICTURE.error })
	if (issues.length > 0) throw invalidInput(issues)
	const { name, bio, removeProfilePicture } = texts as ProfileFields
	return { name, bio, picture: picture ?? (removeProfilePicture ? null : undefined) }
}

type Field = Extract<Multipart, { type: 'field' }>

/** Parses a field's value: form fields are text, so booleans are spelled out. */
function parseFieldValue({ fieldname, value }: Field): unknown {
	if (fieldname !== 'removeProfilePicture') return value
	return value === 'true' ? true : value === 'false' || isEmpty(value) ? false : value
}

function isEmpty(value: unknown): boolean {
	return value === '' || value === null || value === 'null'
}

function pictureTooLarge(): AppError {
	return new AppError(413, PICTURE_FILE_TOO_LARGE, {
		details: [{ path: 'profilePicture', message: PICTURE_FILE_TOO_LARGE.error }],
	})
}

/** Converts an error of the multipart parser: 413 for its limits, 400 for anything else in the body. */
function toAppError(error: unknown): AppError {
	if (error instanceof AppError) return error
	const { statusCode, code } = error as { statusCode?: number; code?: string }
	if (code === 'FST_REQ_FILE_TOO_LARGE') return pictureTooLarge()
	return statusCode === 413 ? new AppError(413, TOO_LARGE) : new AppError(400, BAD_FORM)
}
