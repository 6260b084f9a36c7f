/** Returns what a name becomes in an address: `The Legend of Zelda` as `the-legend-of-zelda`. Empty for a name without letters and digits. */
export function toSeriesSlug(name: string): string {
	const plain = name
		.normalize('NFKD')
		.replace(/[\u0300-\u036f'’.]+/gu, '')
		.normalize('NFC')
		.toLowerCase()
	return plain
		.split(/[^\p{L}\p{N}]+/u)
		.filter((part) => part !== '')
		.join('-')
}
