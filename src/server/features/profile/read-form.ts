import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { problems, tidy } from '#contract/problems.ts'
import { NOT_A_PICTURE, PICTURE_LIMITS, PICTURE_TOO_HEAVY, ProfileTexts } from '#contract/profile.ts'
import { AppError, invalid } from '#server/http/errors.ts'

/** What one form may hold; more of anything answers 413. */
export const FORM_LIMITS = {
	fileSize: PICTURE_LIMITS.bytes,
	files: 1,
	fields: 20,
	parts: 21,
	fieldSize: 64 * 1024,
	fieldNameSize: 100,
	headerPairs: 20,
}

// Past the limit of a picture a form is still read on and thrown away, so that its sender hears why it is refused.
const MOST_BYTES = 3 * PICTURE_LIMITS.bytes
const LINGERING_MS = 1_000

const NOT_A_FORM = { code: 'unsupported_media_type', error: 'The profile is sent as multipart/form-data' } as const
const BAD_FORM = { code: 'bad_request', error: 'The form could not be read' } as const
const TOO_LARGE = { code: 'too_large', error: 'The form is too large' } as const

/** A change of a profile: `picture` is the bytes of a new one in the pieces in which they came, null to have none, undefined to leave it. */
export interface ProfileForm {
	name: string | null | undefined
	bio: string | null | undefined
	picture: readonly Buffer[] | null | undefined
}

/** Reads the form of a profile. Throws an `AppError` for whatever else a body may be. */
export async function readProfileForm(request: FastifyRequest): Promise<ProfileForm> {
	if (!request.isMultipart()) throw new AppError(415, NOT_A_FORM)
	const { raw } = request
	const flood = Promise.withResolvers<never>()
	let bytes = 0
	const count = (chunk: Buffer) => {
		bytes += chunk.length
		if (bytes > MOST_BYTES) flood.reject(tooHeavy())
	}
	try {
		if (Number(raw.headers['content-length']) > MOST_BYTES) throw tooHeavy()
		raw.on('data', count)
		return await Promise.race([readParts(request), flood.promise])
	} catch (error) {
		raw.unpipe()
		raw.resume()
		// Cut off at once, the sender would lose the answer with the connection.
		setTimeout(() => raw.complete || raw.destroy(), LINGERING_MS).unref()
		throw refusalOf(error)
	} finally {
		raw.off('data', count)
	}
}

/** Reads to the end before it judges, so that no part is left lying in the way of the answer. */
async function readParts(request: FastifyRequest): Promise<ProfileForm> {
	const given: Record<string, unknown> = {}
	let picture: Buffer[] | undefined
	let isTextForPicture = false
	let isCut = false
	for await (const part of request.parts()) {
		if (part.type === 'file') {
			// Pieces of the connection's own buffers: joined, a flood of pictures would take twice the memory
			const pieces: Buffer[] = []
			for await (const piece of part.file as AsyncIterable<Buffer>) pieces.push(piece)
			if (part.file.truncated) throw tooHeavy()
			// A file field in which nothing was chosen comes along empty and without a name
			if (part.fieldname === 'profilePicture' && (pieces.length > 0 || part.filename)) picture = pieces
		} else if (part.fieldname === 'profilePicture') isTextForPicture ||= !isNothing(part.value)
		else {
			isCut ||= part.valueTruncated || part.fieldnameTruncated
			// A name that comes twice has no value that could be right
			given[part.fieldname] = Object.hasOwn(given, part.fieldname) ? [] : fieldValue(part)
		}
	}
	if (isCut) throw new AppError(413, TOO_LARGE)
	const texts = tidy(ProfileTexts, given)
	const found = problems(ProfileTexts, texts)
	if (isTextForPicture) found.push({ path: 'profilePicture', message: NOT_A_PICTURE.error })
	if (found.length > 0) throw invalid(found)
	const { name, bio, removeProfilePicture } = texts as ProfileTexts
	return { name, bio, picture: picture ?? (removeProfilePicture ? null : undefined) }
}

type Field = Extract<Multipart, { type: 'field' }>

/** The value of a field: everything in a form is text, so a yes or no is spelled out. */
function fieldValue({ fieldname, value }: Field): unknown {
	if (fieldname !== 'removeProfilePicture') return value
	return value === 'true' ? true : value === 'false' || isNothing(value) ? false : value
}

function isNothing(value: unknown): boolean {
	return value === '' || value === null || value === 'null'
}

function tooHeavy(): AppError {
	return new AppError(413, PICTURE_TOO_HEAVY, {
		details: [{ path: 'profilePicture', message: PICTURE_TOO_HEAVY.error }],
	})
}

/** What the form's reader says, as a refusal: its limits answer 413, everything else about the bytes 400. */
function refusalOf(error: unknown): AppError {
	if (error instanceof AppError) return error
	const { statusCode, code } = error as { statusCode?: number; code?: string }
	if (code === 'FST_REQ_FILE_TOO_LARGE') return tooHeavy()
	return statusCode === 413 ? new AppError(413, TOO_LARGE) : new AppError(400, BAD_FORM)
}
