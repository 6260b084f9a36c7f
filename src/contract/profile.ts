import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { nullable, success } from './shapes.ts'
import { CurrentUser } from './users.ts'

/** The largest picture as it is sent; pixels are width times height. */
export const PICTURE_LIMITS = {
	bytes: 5 * 1024 * 1024,
	pixels: 50_000_000,
	/** Of the formats that are decoded as a whole only: GIF and AVIF. */
	wholePixels: 16_777_216,
} as const

/** The formats in which a profile picture may come, by media type. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const

export const NOT_A_PICTURE = {
	code: 'not_a_picture',
	error: 'Please choose an image file: JPEG, PNG, WebP, GIF or AVIF',
} as const
export const PICTURE_BROKEN = {
	code: 'picture_broken',
	error: 'This picture is damaged and cannot be read. Please choose another one.',
} as const
export const PICTURES_BUSY = {
	code: 'busy',
	error: 'Many pictures are being worked on right now. Please try again in a moment.',
} as const
export const PICTURE_IN_PROGRESS = {
	code: 'picture_in_progress',
	error: 'Your last picture is still being processed. Please try again in a moment.',
} as const
export const PICTURES_UNAVAILABLE = {
	code: 'pictures_away',
	error: 'Pictures cannot be reached right now. Please try again in a moment.',
} as const
export const PICTURE_FILE_TOO_LARGE = {
	code: 'picture_too_large',
	error: `The picture may have ${PICTURE_LIMITS.bytes / 1024 ** 2} MB at most`,
} as const
export const PICTURE_TOO_MANY_PIXELS = {
	code: 'picture_too_large',
	error: `The picture may have ${PICTURE_LIMITS.pixels / 1e6} megapixels at most`,
} as const
export const GIF_OR_AVIF_TOO_MANY_PIXELS = {
	code: 'picture_too_large',
	error: 'A GIF or AVIF picture may have 16 megapixels at most',
} as const

const BIO_TOO_LONG = `Bio must be ${LIMITS.bioMax} characters or less`
const NAME_TOO_LONG = `Name must be ${LIMITS.nameMax} characters or less`

const fields = {
	name: Type.Optional(nullable(Type.String({ maxLength: LIMITS.nameMax, sentences: { maxLength: NAME_TOO_LONG } }))),
	bio: Type.Optional(nullable(Type.String({ maxLength: LIMITS.bioMax, sentences: { maxLength: BIO_TOO_LONG } }))),
	removeProfilePicture: Type.Optional(Type.Boolean()),
}

/** What a change of the profile says in words; what is absent stays as it is, null and an empty text mean none. */
export const ProfileFields = Type.Object(fields)
export type ProfileFields = Static<typeof ProfileFields>

const ProfileChange = Type.Object({
	...fields,
	/** A new picture, which goes before `removeProfilePicture`. */
	profilePicture: Type.Optional(Type.Unsafe<Blob>({ type: 'string', format: 'binary' })),
})

/** A body as a form: null is an empty text, and what is absent is left out. */
function asForm(body: object): FormData {
	const form = new FormData()
	for (const [name, value] of Object.entries(body))
		if (value instanceof Blob) form.set(name, value)
		else if (value !== undefined) form.set(name, String(value ?? ''))
	return form
}

export const updateProfile = endpoint({
	method: 'PUT',
	url: '/api/auth/profile',
	config: {
		summary: 'Change the own name, bio and picture; what is absent stays',
		auth: 'user',
		failure: 'Profile update failed',
		signInNeeded: 'User not authenticated',
		limit: 'profile',
		asForm,
	},
	schema: { body: ProfileChange, response: { 200: Type.Object({ success, user: CurrentUser }) } },
})
