import { randomBytes } from 'node:crypto'

/** Sides of the squares in which a picture is stored, in pixels. `web/ui/avatar.tsx` chooses among them. */
export const PICTURE_SIDES = { small: 96, large: 400 } as const

/** The pattern of picture file names. Nothing else is served from the folder. */
export const FILE_NAME_PATTERN = '^[A-Za-z0-9_-]{22}-(96|400)$'

const ADDRESS_PATTERN = /^\/pictures\/([A-Za-z0-9_-]{22})-400\.webp$/

/** Returns an unguessable address for a new picture in its large size, as stored in the account and sent by the API. */
export function createPictureAddress(): string {
	return `/pictures/${randomBytes(16).toString('base64url')}-${PICTURE_SIDES.large}.webp`
}

/** Returns the file names of a picture by size; undefined for an address that is not in our format. */
export function getPictureFiles(address: string): { small: string; large: string } | undefined {
	const id = ADDRESS_PATTERN.exec(address)?.[1]
	return id === undefined
		? undefined
		: { small: `${id}-${PICTURE_SIDES.small}.webp`, large: `${id}-${PICTURE_SIDES.large}.webp` }
}
