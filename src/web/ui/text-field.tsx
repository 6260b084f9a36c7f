import type { ComponentProps } from 'react'
import { controlClass, Field } from './field.tsx'

/** Attributes for verbatim input such as usernames: no auto-capitalization, autocorrection or spell checking. */
export const VERBATIM = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

type FieldProps = Omit<ComponentProps<typeof Field>, 'children'>

type TextProps<E extends 'input' | 'textarea'> = FieldProps & { onChange: (value: string) => void } & Omit<
		ComponentProps<E>,
		keyof FieldProps | 'onChange' | 'id' | 'aria-describedby' | 'aria-invalid'
	>

/** A labeled single-line text field. */
export function TextField({ label, note, problem, hint, className, onChange, ...control }: TextProps<'input'>) {
	return (
		<Field label={label} note={note} problem={problem} hint={hint}>
			{(ids) => (
				<input
					{...ids}
					{...control}
					className={classOf(className)}
					onChange={({ currentTarget }) => onChange(currentTarget.value)}
				/>
			)}
		</Field>
	)
}

/** A labeled multi-line text field. */
export function TextArea({ label, note, problem, hint, className, onChange, ...control }: TextProps<'textarea'>) {
	return (
		<Field label={label} note={note} problem={problem} hint={hint}>
			{(ids) => (
				<textarea
					{...ids}
					{...control}
					className={classOf(className)}
					onChange={({ currentTarget }) => onChange(currentTarget.value)}
				/>
			)}
		</Field>
	)
}

const classOf = (own: string | undefined) => (own ? `${controlClass} ${own}` : controlClass)
