import type { Config } from '#server/config.ts'
import { inlineScriptSource } from '#server/pages/inline-script.ts'

/** The content security policy of an answer; `styleSource` allows the styles that a page carries in itself. */
export function contentPolicy(styleSource?: string): string {
	return [
		"default-src 'self'",
		`script-src 'self' ${inlineScriptSource}`,
		styleSource === undefined ? "style-src 'self'" : `style-src 'self' ${styleSource}`,
		"img-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		"form-action 'self'",
	].join('; ')
}

/** The headers that every answer carries, whatever it is. */
export function securityHeaders({
	publicUrl,
	demonstration,
}: Pick<Config, 'publicUrl' | 'demonstration'>): Record<string, string> {
	return {
		'content-security-policy': contentPolicy(),
		'x-content-type-options': 'nosniff',
		'referrer-policy': 'strict-origin-when-cross-origin',
		'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
		'cross-origin-opener-policy': 'same-origin',
		...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
		// invented people must not stand among what search engines find
		...(demonstration ? { 'x-robots-tag': 'noindex, nofollow' } : {}),
	}
}
