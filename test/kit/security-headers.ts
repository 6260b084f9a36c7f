import { expect } from 'vitest'

/** Expects the headers of every response of a site behind TLS; `of` identifies the response in failures. */
export function expectSecurityHeaders(of: string, headers: Headers): void {
	const policy = headers.get('content-security-policy') ?? ''
	expect([of, policy]).toEqual([of, expect.stringContaining("object-src 'none'")])
	expect(policy).not.toContain('unsafe-')
	expect([of, policy]).toEqual([of, expect.stringMatching(/default-src '(self|none)'/)])
	expect(policy).toContain("base-uri 'none'")
	expect(policy).toContain("frame-ancestors 'none'")
	expect([of, headers.get('x-content-type-options')]).toEqual([of, 'nosniff'])
	expect([of, headers.get('strict-transport-security')]).toEqual([of, 'max-age=31536000'])
	expect(headers.get('referrer-policy')).toMatch(/^(strict-origin-when-cross-origin|no-referrer)$/)
	expect([of, headers.get('permissions-policy')]).toEqual([of, expect.stringContaining('camera=()')])
	expect([of, headers.get('cross-origin-opener-policy')]).toEqual([of, 'same-origin'])
	for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
		expect([of, name, headers.get(name)]).toEqual([of, name, null])
}
