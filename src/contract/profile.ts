import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { nullable, success } from './shapes.ts'
import { CurrentUser } from './users.ts'

/** Limits of an uploaded picture; pixels are width times height. */
export const PICTURE_LIMITS = {
	bytes: 5 * 1024 * 1024,
	pixels: 50_000_000,
	/** For formats that can only be decoded as a whole: GIF and AVIF. */
	wholePixels: 16_777_216,
} as const

/** Accepted media types of a profile picture. */
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
	error: 'Too many pictures are being processed right now. Please try again in a moment.',
} as const
export const PICTURE_IN_PROGRESS = {
	code: 'picture_in_progress',
	error: 'Your last picture is still being processed. Please try again in a moment.',
} as const
export const PICTURES_UNAVAILABLE = {
	code: 'pictures_away',
	error: 'Pictures are unavailable right now. Please try again in a moment.',
} as const
export const PICTURE_FILE_TOO_LARGE = {
	code: 'picture_too_large',
	error: `Pictures can be up to ${PICTURE_LIMITS.bytes / 1024 ** 2} MB`,
} as const
export const PICTURE_TOO_MANY_PIXELS = {
	code: 'picture_too_large',
	error: `Pictures can be up to ${PICTURE_LIMITS.pixels / 1e6} megapixels`,
} as const
export const GIF_OR_AVIF_TOO_MANY_PIXELS = {
	code: 'picture_too_large',
	error: 'GIF and AVIF pictures can be up to 16 megapixels',
} as const

const BIO_TOO_LONG = `Bio must be ${LIMITS.bioMax} characters or less`
const NAME_TOO_LONG = `Name must be ${LIMITS.nameMax} characters or less`

const fields = {
	name: Type.Optional(nullable(Type.String({ maxLength: LIMITS.nameMax, sentences: { maxLength: NAME_TOO_LONG } }))),
	bio: Type.Optional(nullable(Type.String({ maxLength: LIMITS.bioMax, sentences: { maxLength: BIO_TOO_LONG } }))),
	removeProfilePicture: Type.Optional(Type.Boolean()),
}

/** The text fields of a profile update: absent fields stay unchanged, null and an empty text clear a field. */
export const ProfileFields = Type.Object(fields)
export type ProfileFields = Static<typeof ProfileFields>

const ProfileChange = Type.Object({
	...fields,
	/** A new picture; takes precedence over `removeProfilePicture`. */
	profilePicture: Type.Optional(Type.Unsafe<Blob>({ type: 'string', format: 'binary' })),
})

/** Converts a body to a form: null becomes an empty text, absent values are left out. */
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
		summary: 'Change your name, bio and picture; absent fields stay unchanged',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Profile update failed',
		loginNeeded: 'User not authenticated',
		refusals: {
			400: [NOT_A_PICTURE, PICTURE_BROKEN],
			413: [PICTURE_FILE_TOO_LARGE, PICTURE_TOO_MANY_PIXELS, GIF_OR_AVIF_TOO_MANY_PIXELS],
			429: [PICTURE_IN_PROGRESS],
			503: [PICTURES_BUSY, PICTURES_UNAVAILABLE],
		},
		limit: 'profile',
		asForm,
	},
	schema: { body: ProfileChange, response: { 200: Type.Object({ success, user: CurrentUser }) } },
})
