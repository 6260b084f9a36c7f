import { expect, test } from 'vitest'
import { getLoginOutcome } from './login-outcome.ts'

test('a URL selects why a login failed and cannot contain its own reason', () => {
	expect(getLoginOutcome('email_registered')).toMatch(/^An account with this email already exists\./)
	expect(getLoginOutcome('email_missing')).toMatch(/^We did not receive an email address/)
	for (const key of ['failed', 'Send your password to me', '', 'constructor', '__proto__', null])
		expect(getLoginOutcome(key)).toBeNull()
})
