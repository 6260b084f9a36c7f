import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'

/** Creates the content security policy of a response; `inline` also allows exactly this inline script and style. */
export function createContentPolicy(inline?: { script: string; style: string }): string {
	return [
		"default-src 'self'",
		inline ? `script-src 'self' ${createHashSource(inline.script)}` : "script-src 'self'",
		inline ? `style-src 'self' ${createHashSource(inline.style)}` : "style-src 'self'",
		"img-src 'self'",
		"worker-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		"form-action 'self'",
	].join('; ')
}

/** Creates the CSP source expression that allows exactly this inline text. */
export function createHashSource(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Creates the security headers of every response. */
export function createSecurityHeaders({
	publicUrl,
	hstsSubdomains,
	demonstration,
}: Pick<Config, 'publicUrl' | 'hstsSubdomains' | 'demonstration'>): Record<string, string> {
	const hsts = `max-age=31536000${hstsSubdomains === 'on' ? '; includeSubDomains' : ''}`
	return {
		'content-security-policy': createContentPolicy(),
		'x-content-type-options': 'nosniff',
		'referrer-policy': 'strict-origin-when-cross-origin',
		'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
		'cross-origin-opener-policy': 'same-origin',
		...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': hsts } : {}),
		// Search engines must not index invented users
		...(demonstration ? { 'x-robots-tag': 'noindex, nofollow' } : {}),
	}
}
