import card from '#web/ui/card.module.css'
import { chooseTheme, type ThemeChoice, useThemeChoice } from './theme-choice.ts'
import css from './theme-field.module.css'

const OPTIONS: readonly { value: ThemeChoice; label: string }[] = [
	{ value: 'system', label: 'System' },
	{ value: 'night', label: 'Dark' },
	{ value: 'day', label: 'Light' },
]

/** Chooses this browser's theme. The choice applies immediately. */
export function ThemeField() {
	const choice = useThemeChoice()
	return (
		<fieldset>
			<legend className={css.legend}>Theme</legend>
			<div className={css.options}>
				{OPTIONS.map(({ value, label }) => (
					<label key={value} className={`${card.card} ${css.option} focus-frame`}>
						<span className={css.tile} data-shows={value} aria-hidden="true">
							<span />
							<span />
						</span>
						<span className={css.name}>
							<input
								type="radio"
								name="theme"
								value={value}
								checked={value === choice}
								onChange={() => chooseTheme(value)}
							/>
							{label}
						</span>
					</label>
				))}
			</div>
		</fieldset>
	)
}
