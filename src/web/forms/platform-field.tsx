import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { controlClass, Field } from '#web/ui/field.tsx'

/** With more platforms than this, the field is a menu instead of radio buttons. */
const MAX_CHOICES = 8

interface PlatformFieldProps {
	name: string
	/** The game's platforms; if the catalog has none, the field accepts any text. */
	platforms: readonly string[]
	/** '' if none is chosen. */
	value: string
	problem: string | undefined
	isOptional?: boolean
	/** A menu in any case, where chips would take too much room. */
	isMenu?: boolean
	onChange: (platform: string) => void
}

/** The platform the game was played on. */
export function PlatformField({
	name,
	platforms,
	value,
	problem,
	isOptional = false,
	isMenu = false,
	onChange,
}: PlatformFieldProps) {
	// What was chosen before may have left the catalog
	const [stored] = useState(value)
	const offered = stored === '' || platforms.includes(stored) ? platforms : [...platforms, stored]
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
	if (isMenu || offered.length > MAX_CHOICES)
		return (
			<Field label="Platform" problem={problem}>
				{(ids) => (
					<select {...ids} {...control} onChange={(event) => onChange(event.currentTarget.value)}>
						<option value="">{isOptional ? 'Not specified' : 'Choose one'}</option>
						{offered.map((platform) => (
							<option key={platform} value={platform}>
								{shortPlatformName(platform)}
							</option>
						))}
					</select>
				)}
			</Field>
		)
	return (
		<ChoiceField
			label="Platform"
			name={name}
			options={offered.map((value) => ({ value, label: shortPlatformName(value) }))}
			value={value}
			problem={problem}
			isOptional={isOptional}
			onChange={onChange}
		/>
	)
}
