let host = ''

/** Sets the origin of pictures that have a path as their address. Until this is called, it is the page's own. */
export function setPictureHost(origin: string): void {
	host = origin
}

/** Converts the address of a picture, or each address in a `srcset`, to its URL. */
export function toPictureUrl(text: string): string {
	return host === '' ? text : text.replace(/(^|, )\//g, `$1${host}/`)
}
