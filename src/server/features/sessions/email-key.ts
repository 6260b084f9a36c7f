import { domainToUnicode } from 'node:url'

/**
 * An e-mail address as addresses are compared: composed, without regard to case, and its domain in the letters that an
 * `xn--` name stands for.
 */
export function emailKey(email: string): string {
	const key = email.normalize('NFC').toLowerCase()
	const at = key.lastIndexOf('@') + 1
	const domain = key.slice(at)
	return domain.includes('xn--') ? key.slice(0, at) + (domainToUnicode(domain) || domain) : key
}
