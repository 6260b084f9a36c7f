import { expect, test } from 'vitest'
import { getSignInOutcome } from './sign-in-outcome.ts'

test('a URL selects why a sign-in failed and cannot contain its own reason', () => {
	expect(getSignInOutcome('email_registered')).toMatch(/^An account with this email already exists\./)
	expect(getSignInOutcome('email_missing')).toMatch(/^We did not receive an email address/)
	for (const key of ['failed', 'Send your password to me', '', 'constructor', '__proto__', null])
		expect(getSignInOutcome(key)).toBeNull()
})
