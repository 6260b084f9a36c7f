import { randomBytes } from 'node:crypto'

/** Sides of the squares in which a picture is kept, in pixels. `web/ui/avatar.tsx` chooses among them. */
export const PICTURE_SIDES = { small: 96, large: 400 } as const

/** What a file of a picture may be called; nothing else leaves the folder. */
export const FILE_NAME = '^[A-Za-z0-9_-]{22}-(96|400)$'

const ADDRESS = /^\/pictures\/([A-Za-z0-9_-]{22})-400\.webp$/

/** The address of a new picture in its large size: as the account and the wire have it, and as nobody can guess it. */
export function newPictureAddress(): string {
	return `/pictures/${randomBytes(16).toString('base64url')}-${PICTURE_SIDES.large}.webp`
}

/** The files of a picture by size; undefined for an address that is none of ours. */
export function pictureFiles(address: string): { small: string; large: string } | undefined {
	const id = ADDRESS.exec(address)?.[1]
	return id === undefined
		? undefined
		: { small: `${id}-${PICTURE_SIDES.small}.webp`, large: `${id}-${PICTURE_SIDES.large}.webp` }
}
