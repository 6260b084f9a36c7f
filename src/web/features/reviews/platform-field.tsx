import { useId } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { controlClass, Field, FieldMessage } from '#web/ui/field.tsx'
import css from './platform-field.module.css'

/** With more platforms than this, the field is a menu instead of radio buttons. */
const MAX_CHOICES = 8

interface PlatformFieldProps {
	name: string
	/** The game's platforms; if the catalog has none, the field accepts any text. */
	platforms: readonly string[]
	/** '' if none is chosen. */
	value: string
	problem: string | undefined
	onChange: (platform: string) => void
}

/** The platform the game was played on. */
export function PlatformField({ name, platforms, value, problem, onChange }: PlatformFieldProps) {
	const id = useId()
	const control = { name, className: controlClass, value }
	if (platforms.length === 0)
		return (
			<Field label="Platform" problem={problem}>
				{(ids) => (
					<input
						{...ids}
						{...control}
						maxLength={2 * LIMITS.platformMax}
						onChange={(event) => onChange(event.currentTarget.value)}
					/>
				)}
			</Field>
		)
	if (platforms.length > MAX_CHOICES)
		return (
			<Field label="Platform" problem={problem}>
				{(ids) => (
					<select {...ids} {...control} onChange={(event) => onChange(event.currentTarget.value)}>
						<option value="">Choose one</option>
						{platforms.map((platform) => (
							<option key={platform} value={platform}>
								{platform}
							</option>
						))}
					</select>
				)}
			</Field>
		)
	return (
		<fieldset aria-describedby={`${id}-message`}>
			<legend className={css.legend}>Platform</legend>
			<div className={css.choices}>
				{platforms.map((platform) => (
					<label key={platform} className={`${css.choice} focus-frame`}>
						<input
							type="radio"
							name={name}
							value={platform}
							checked={platform === value}
							aria-invalid={problem ? true : undefined}
							onChange={() => onChange(platform)}
						/>
						{platform}
					</label>
				))}
			</div>
			<FieldMessage id={`${id}-message`} problem={problem} />
		</fieldset>
	)
}
