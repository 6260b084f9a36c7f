import { useState } from 'react'
import { controlClass, Field } from './field.tsx'
import css from './password-field.module.css'
import { VERBATIM } from './text-field.tsx'

interface PasswordFieldProps {
	name: string
	label: string
	autoComplete: 'current-password' | 'new-password'
	value: string
	problem: string | undefined
	hint?: string
	onChange: (value: string) => void
}

/** A password field with a button to show the password. */
export function PasswordField({ name, label, autoComplete, value, problem, hint, onChange }: PasswordFieldProps) {
	const [isShown, setShown] = useState(false)
	return (
		<Field label={label} problem={problem} hint={hint}>
			{(ids) => (
				<span className={css.box}>
					<input
						{...ids}
						className={controlClass}
						type={isShown ? 'text' : 'password'}
						name={name}
						autoComplete={autoComplete}
						{...VERBATIM}
						value={value}
						onChange={(event) => onChange(event.currentTarget.value)}
					/>
					<button type="button" className={css.toggle} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
						<span className="visually-hidden">{`Show ${label.toLowerCase()}`}</span>
						<span aria-hidden="true">{isShown ? 'Hide' : 'Show'}</span>
					</button>
				</span>
			)}
		</Field>
	)
}
