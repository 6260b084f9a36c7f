import type { Config } from './config.ts'
import { inlineScriptSource } from './pages/inline-script.ts'

/** The headers that every answer carries, whatever it is. */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
	const policy = [
		"default-src 'self'",
		`script-src 'self' ${inlineScriptSource}`,
		"style-src 'self'",
		// Catalogues name covers and screenshots on their own hosts.
		"img-src 'self' https:",
		"object-src 'none'",
		"base-uri 'none'",
		"frame-ancestors 'none'",
		"form-action 'self'",
	]
	return {
		'content-security-policy': policy.join('; '),
		'x-content-type-options': 'nosniff',
		'referrer-policy': 'strict-origin-when-cross-origin',
		'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
		'cross-origin-opener-policy': 'same-origin',
		...(publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
	}
}
