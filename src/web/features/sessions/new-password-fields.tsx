import type { ComponentProps } from 'react'
import type { Problem } from '#contract/problems.ts'
import { PASSWORDS_DIFFER } from '#contract/sessions.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

type Binding = Pick<ComponentProps<typeof PasswordField>, 'name' | 'value' | 'problem' | 'onChange'>

interface NewPasswordFieldsProps {
	label: string
	password: Binding
	confirmation: Binding
}

/** A new password, and the same once more. */
export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
	return (
		<>
			<PasswordField
				{...password}
				label={label}
				autoComplete="new-password"
				hint="At least 8 characters, with upper and lower case and a number."
			/>
			<PasswordField {...confirmation} label="Confirm password" autoComplete="new-password" />
		</>
	)
}

/** The problem of a confirmation that differs from the password. */
export function validatePasswordConfirmation(password: string, confirmPassword: string): Problem[] {
	return confirmPassword === password ? [] : [{ path: 'confirmPassword', message: PASSWORDS_DIFFER }]
}
