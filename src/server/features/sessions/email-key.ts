import { domainToUnicode } from 'node:url'

/** Converts an email address to its comparison key: NFC-normalized, lowercase, with an `xn--` domain decoded to Unicode. */
export function toEmailKey(email: string): string {
	const key = email.normalize('NFC').toLowerCase()
	const at = key.lastIndexOf('@') + 1
	const domain = key.slice(at)
	return domain.includes('xn--') ? key.slice(0, at) + (domainToUnicode(domain) || domain) : key
}
