import css from './tabs.module.css'

interface TogglesProps<V extends string> {
	label: string
	options: readonly { value: V; label: string }[]
	current: V
	onChange: (value: V) => void
}

/** A row of buttons, one of them pressed, for a choice that is not in the URL. */
export function Toggles<V extends string>({ label, options, current, onChange }: TogglesProps<V>) {
	return (
		<fieldset className={css.tabs} aria-label={label}>
			{options.map((option) => (
				<button
					key={option.value}
					type="button"
					aria-pressed={option.value === current}
					onClick={() => onChange(option.value)}
				>
					{option.label}
				</button>
			))}
		</fieldset>
	)
}
