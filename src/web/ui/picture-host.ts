let host = ''

/** Says where the pictures are that have a path for an address: where the page is, until this is called. */
export function servePicturesFrom(origin: string): void {
	host = origin
}

/** The address of a picture, or of each in a set. */
export function pictureAddress(text: string): string {
	return host === '' ? text : text.replace(/(^|, )\//g, `$1${host}/`)
}
