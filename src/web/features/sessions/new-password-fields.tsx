import type { ComponentProps } from 'react'
import type { Problem } from '#contract/problems.ts'
import { normalizePassword, PASSWORDS_DIFFER } from '#contract/sessions.ts'
import { PasswordField } from '#web/ui/password-field.tsx'

type Binding = Pick<ComponentProps<typeof PasswordField>, 'name' | 'value' | 'problem' | 'onChange'>

interface NewPasswordFieldsProps {
	label: string
	password: Binding
	confirmation: Binding
}

/** The fields for a new password and its confirmation. */
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

/** Validates that the confirmation equals the password. */
export function validatePasswordConfirmation(password: string, confirmPassword: string): Problem[] {
	return normalizePassword(confirmPassword) === normalizePassword(password)
		? []
		: [{ path: 'confirmPassword', message: PASSWORDS_DIFFER }]
}
